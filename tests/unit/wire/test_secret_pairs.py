"""Which ordinary words name a secret together, and which do not."""

import pytest

from antiphon.wire.secrets import check_secrets, is_secret


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    "key",
    words("""
    database_uri MONGODB_URI redis_url SQLALCHEMY_DATABASE_URI postgres_url amqp_url broker_url jdbc_url wifi_code
    padlock_code db_cred keyphrase samlAssertion saml_response kerberos_ticket session_ticket device_code
    code_verifier unlockPattern cvn mysql_uri postgresqlUrl RABBITMQ_URL kafkaBrokersUrl CELERY_RESULT_BACKEND
    celery_broker neo4j_uri POSTGRES_PRISMA_URL POSTGRES_URL_NON_POOLING mongoUri mongo_connection mongodburi
    MONGODBURI MongoDBUri couchDbUrl cockroachdb_url timescaledb_uri influxdb_url memcached_url smtp_url ldap_uri
    sql_string dbString db_conn mssql_connection connection_uri connect_string conn_url url_database uri_mongodb
    url_de_la_base_de_datos datenbank_url datenbankUri base_de_donnees_url REDIS_TLS_URL redis_url_2 d4tabase_uri
    DATA_BASE_URI elasticsearch_url mqtt_uri odbc_string rtsp_url proxy_url wifiCode wi-fi_code WIFICODE
    wifi_guest_code router_code hotspotCode network_code bike_lock_code locker_code keysafe_code lock_combo
    padlock_combination padlockCombo intercom_code elevator_code doorbellCode disarm_code alarmCode
    vorhängeschloss_code WLANCode wlan_code code_wifi code_du_cadenas codigo_del_candado codice_del_lucchetto
    pairing_code two_factor_code authenticator_code reset_code homekit_code device_pattern lock_pattern pattern_lock
    patternLock phone_unlock_pattern swipe_pattern entsperrmuster unlock_gesture sim_code garage_door_code cred
    login_cred dbCreds aws_cred service_cred key_phrase backup_phrase login_phrase memorable_word safe_word
    samlResponse SAMLResponse sso_response SAMLASSERTION samlresponse saml_artifact krb5_ticket kerberosTicket
    ticket_granting_ticket kerberos_tgt krb5_ccache sso_ticket session_tickets challenge_response recaptcha_response
    g-recaptcha-response pkce_verifier codeVerifier codeverifier ntlm_hash pw_hash cvn2 card_cvn card_cvd
    two-factor-code bike_code
    apartment_code setup_code activation_code authn_response garage_pattern screen_pattern mariadb_url DB_URI
    multi_factor_code user_assertion patternlock codewifi
    """),
    ids=ascii,
)
def test_an_address_a_code_or_a_ticket_of_what_is_closed_is_a_secret(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key, 4711)
    assert is_secret(key.upper(), "x")


@pytest.mark.parametrize(
    "key",
    words("""
    postal_code country_code page_url url language_code zip_code promo_code ticket_number product_code response
    pattern support_ticket image_uri error_code url_pattern date_pattern ticket tickets ticket_id service_ticket
    response_code status_code uri code codes string strings query_string search_url image_url logo_url base_url
    api_url callback_url redirect_uri canonical_url avatar_url imdb_url tmdb_url postgres_docs_url redis_logo_url
    database_help_url database_name db_name database_id connection connection_type connection_status network
    network_name network_type device device_id device_name device_type device_status_code deviceType
    network_error_code mobile_network_code mobile_code phone_code phone_pattern email_pattern lan_code tgt_lang
    openid_connect_url client_ticket user_ticket device_schema device_gesture lock_schema risk_factor_code
    session_id session session_code meeting_code game_code referral_code invite_code voucher_code coupon_code
    exit_code building_code tax_code dial_code area_code sort_code color_pattern fabric_pattern knitting_pattern
    route_pattern gate lock locked door garage wifi wifi_enabled wifi_name router_path router_pattern access_pattern
    key_combination keyphrases keyword wake_word wake_phrase phrase word words search_phrase activation_phrase
    catch_phrase street_cred credit credits sacred ticket_status ticket_url ticket_type ticket_response
    user_response server_response form_response survey_responses response_time session_response test_assertion
    assertion hash hash_tag hashtag commit_hash file_hash content_hash device_code_name verifier artifact
    artifact_id build_artifact string_length queue_length queue cache cache_control broker_name broker oracle redis
    mysql sku_code locale_code iata_code airport_code station_code course_code class_code block_code source_code
    code_block qr_code bar_code html_code code_snippet code_language gesture swipe swipe_direction word_count
    codeblock urlpattern codelist coderunner curriculum purity security during curious curl furniture music_url
    video_url website_url sequel_url conversation_url audio_url media_url stream_url store_url shop_url product_url
    support_url database_type database_version backend backend_url frontend_url card_type card combination combo
    combo_box combo_meal event_url help_url locker_count safe_mode lift_count liftStatus cvs
    """),
    ids=ascii,
)
def test_an_address_a_code_or_a_ticket_of_anything_else_is_taken(key: str) -> None:
    assert not is_secret(key, "x")
    assert not is_secret(key, 4711)
    assert not is_secret(key.upper(), "x")


def test_whether_there_is_such_an_address_or_code_is_no_secret() -> None:
    check_secrets({"redis_url": True, "wifi_code": False, "wifi_code_length": 8, "saml_response_status": "ok"})
