"""Which keys name a secret, and which a page may well have."""

import pytest

from antiphon.wire.secrets import check_secrets, is_secret


def words(text: str) -> list[str]:
    return text.split()


SECRETS = words("""
pwd userPwd db_pwd passcode passwrd passkey pin PIN card-pin userPin pin1 otp otpCode totp mfa mfa_code 2fa auth
authData
x-auth oauth oauth2 oauth_state cookie Cookie session_cookie set-cookie jwt id_jwt csrf csrfmiddleware xsrf XSRF-TOKEN
ssh_key sshKey pkey pem clientPem keyfile key_file sharedkey shared_access_signature connection_string connStr dsn
sentry_dsn db_url DATABASE_URL sas sasUrl license_key licence-key encryption_key signing_key account_key hmac hmacSha256
signature requestSignature Passwort kennwort Mot_de_passe motdepasse contrase\u00f1a senha wachtwoord l\u00f6senord
has\u0142o cvv cvc CVV2 creditcard credit_card card_number cardNo ssn SSN iban customerIban social-security-number
privkey rsaKey sshPrivate wifi_key vpn_psk psk keystore kubeconfig client_assertion sessid Zugangsdaten heslo salasana
api-Schl\u00fcssel jelsz\u00f3 adgangskode
PHPSESSID jsessionid t0ken p4ssw0rd pa$$word @piKey s3cret T0K3N p\u0430ssword t\u043eken \u0455ecret
\u0440\u0456n c\u043eokie \u03c1in ap\u0131key \uff50\uff49\uff4e
""")

ORDINARY = words("""
cookies_accepted auth_accepted Schl\u00fcsselwort keystone sessions rsa wifi
key keys login sessionid session_id sessionId sk locale_sk pass passenger service_account account user_id userId author
authors authored authority authentic authMethod auth_method authProvider auth_status cookieConsent cookie_consent
cookies_policy cookieBanner pinned spinner opinion shipping pinterest option optional hotpot spam permanent
tempem basis casas sasha designature assn essn libanon ibanez caliban tokenizer secretary secretariat visitor_id locale
sidebar side inside clavecin enclave parolata power pwa spw pukka order_number account_type accounts account_note
sort_code backup seed discount_number routing security_level recovered price_\u20ac \u20acuro caf\u00e9 stra\u00dfe
\u30ab\u30fc\u30c8 \u0633\u0644\u0629
cart total cvs mfagent fa2 k0 k1 a1 item5 page2 p4ge author2 monkey turkey hockey keyboard keyword cardinal discard card
pan url website database db
""")


@pytest.mark.requirement("WS1-SECRETS")
@pytest.mark.parametrize("key", SECRETS)
def test_names_of_secrets_are_found_in_every_spelling(key: str) -> None:
    assert is_secret(key, "x")


@pytest.mark.parametrize("key", ORDINARY)
def test_what_a_page_may_well_have_is_taken(key: str) -> None:
    assert not is_secret(key, "x")


def test_whether_there_is_one_is_no_secret_and_what_it_is_may_be_a_number() -> None:
    assert not any(is_secret(key, True) for key in ("auth", "pin", "mfa", "otp", "cookies", "isAuth", "has_pin"))
    assert all(is_secret(key, 1234) for key in ("pin", "otp", "cvv", "ssn"))
    assert is_secret("password", True)
    check_secrets({"max_tokens": 5, "usage": {"tokenCount": 7}})


@pytest.mark.parametrize(
    "key",
    [
        "пароль",
        "Пароль",
        "密码",
        "密碼",
        "パスワード",
        "sekret",
        "mdp",
        "to\u0138en",
        "t\u1d0fken",
        "to\u0137en",
        "se\u0441\u0280et",
        "비밀번호",
        "geheimnis",
        "parola",
        "clave",
        "\u015fifre",
    ],
)
def test_other_languages_and_other_look_alikes_name_secrets_too(key: str) -> None:
    assert is_secret(key)


@pytest.mark.parametrize(
    "key",
    words("""
    recovery_code backupCodes backup_code seed_phrase seedPhrase mnemonic walletMnemonic bank_account bankAccount
    account_number accountNo routing_number security_answer securityAnswer security_code ccnum pincode pw user_pw
    sid SID connect.sid puk sim_puk
    """),
)
def test_what_opens_an_account_in_other_words_is_a_secret_too(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key.upper(), "x")


@pytest.mark.parametrize(
    "key",
    words("""
    accessCode access_codes door.access-code unlock_code unlockKey door_code doorCode frontdoorcode door_key entry_code
    entryKey gate_code gate_key alarm_code alarmKey lock_code lock_key lockCombination safe_code safeKey keypad_code
    lockbox_code garage_code verification_code one_time_code login_code sms_code @cce55C0de
    debit_card account_num acct_number acctNo accountNr bank_account_number
    wallet_key walletSeed wallet_phrase seed_words recovery_key recovery_words mnemonic_words
    Zugangscode zugangs_code Zugangsschlüssel zugangsschluessel Zutrittscode Entsperrcode Türcode tuer_code
    Haustürcode Türschlüssel Torcode garagentor_code Alarmcode Schlosscode Safecode Tresorcode Eingangscode
    kreditkarte Kreditkartennummer kartennummer kontonummer KontoNr Bankkonto bankverbindung bankleitzahl
    wiederherstellungsphrase
    code_acces codeAcces code_d'accès clé_d_accès code_porte code_de_la_porte codePortail code_entrée
    code_alarme code_serrure code_coffre code_déverrouillage digicode carte_bancaire carte_de_crédit
    carte_credit carteBleue
    numéro_de_compte numero_carte compte_bancaire clé_portefeuille phrase_de_récupération
    código_de_acceso codigoAcceso llave_de_acceso codigo_puerta codigo_de_la_puerta codigo_entrada codigo_alarma
    codigo_cerradura codigo_caja_fuerte código_desbloqueo tarjeta_de_crédito numero_tarjeta número_de_cuenta
    cuenta_bancaria frase_semilla llave_cartera
    codice_accesso codice_di_accesso chiave_accesso codicePorta codice_ingresso codice_cancello codice_allarme
    codice_serratura codice_cassaforte codice_sblocco carta_di_credito numero_carta numero_di_conto conto_corrente
    frase_di_recupero chiave_portafoglio
    """),
    ids=ascii,
)
def test_what_opens_a_door_a_bank_account_or_a_wallet_is_a_secret_in_five_languages(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key, 4711)
    assert is_secret(key.upper(), "x")


@pytest.mark.parametrize(
    "key",
    words("""
    country_code postal_code postcode product_code zip_code language_code colour_code color_code error_code status_code
    code codes barcode qr_code promo_code discount_code currency_code room_code source_code_access access access_level
    accessible accessory door doors door_count indoor_code outdoorCode door_keypad front_door gate gateway delegate_code
    aggregateCode surrogate_key entry entries sentryCode reentry_code entry_keyboard lock locked block_code clockKey
    unlocked safe unsafe_code safety_code safe_keyboard alarm alarms alarm_time keyboard keyword hotkey primary_key
    foreign_key sort_key cache_key account_type account_name accountant bank bank_name banking bank_holiday card cards
    card_type wallet wallet_size wallet_type walletKeychain seed seeds recovery card_count
    Konto kontotyp Kontoinhaber Karte Landkarte Kundennummer Ländercode motor_code Motorcode Kulturcode Eingangsnummer
    Temperaturcode Tür Tor Alarm Schlüsselwort zugangsart Zugang Eingang
    code_postal code_produit code_pays cle porte carte compte portefeuille accès code_porteur code_access
    article_accessoire
    codigo_postal codigo_producto código_país codigo_accesorio tarjeta cuenta puerta entrada
    codice_postale codice_prodotto codice_accessorio codice_portale carta conto porta numero_ordine num_contours
    """),
    ids=ascii,
)
def test_other_codes_keys_cards_and_accounts_are_taken(key: str) -> None:
    assert not is_secret(key, "x")
    assert not is_secret(key, 4711)


@pytest.mark.parametrize(
    "key",
    words("""
    secr\u20act se\xa2ret tok\u212en tok\u20acn pa\xa7\xa7word \ua4d4oken \ua4d4\ua4f3\ua4d7\ua4f0\ua4e0
    \u13a2\u13be\u13e6\u13ac\u039d \uab72oken \u2ca7\u2c9f\u2c95\u2c89\u2c9b \U0001f163oken \U0001f183oken \u01adoken
    to\u0199en \xfeassword
    """),
    ids=ascii,
)
def test_letters_of_other_scripts_and_signs_are_read_as_what_they_look_like(key: str) -> None:
    assert is_secret(key, "x")


INVISIBLE = [
    *"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200d\u200e\u202e\u2060\u2064\u2066\u206f\u2800\u3164\ufe0f\ufeff\uffa0",
    *"\ufff9\U0001bca0\U0001d173\U000e0001\U000e0065\U000e0100\u0640\u07fa\u02c8\u02cd\u02d0\ua789\x00\t",
]


@pytest.mark.parametrize("sign", INVISIBLE, ids=ascii)
def test_what_has_no_look_of_its_own_hides_nothing(sign: str) -> None:
    assert is_secret(f"to{sign}ken", "x")
    assert is_secret(f"{sign}p{sign}i{sign}n{sign}", "x") or not sign.isalnum()


@pytest.mark.parametrize(
    "key",
    words("""
    secret client_secret app-secret secretKey password api_key apiKey key_api keyForApi private_key privateKey
    key_private access_key code_word codeWord pin_code codePin code_pin access_code door_code
    geheim Geheimwort geheimwort losungswort Losungswort codewort Sicherheitswort Geheimfrage geheimschlüssel
    schlüssel_geheim schluessel_geheim privater_schluessel privater_schlüssel privaterSchlüssel api_schlüssel
    API-Schluessel schlüssel_api schluessel_fuer_api zugriffsschlüssel schlüssel_zugang türcode
    clé_api cle_api cleApi api_cle clé_d_api clé_privée cle_privee clef_privee clé_secrète mot_de_passe phrase_de_passe
    code_secret code_d_accès code_porte
    secreto clave_secreta clave_api claveApi clave_privada llave_privada llave_api api_llave contraseña código_pin
    código_de_acceso palabra_secreta mnemónico
    segreto codice_segreto codiceSegreto parola_segreta chiave_segreta chiave_api chiave_privata api_chiave codice_pin
    codice_porta parola_d_ordine
    segredo chave_secreta chave_api chave_privada chaveDeAcesso chave_de_acesso senha palavra_passe palavraPasse
    código_de_acesso codigo_acesso codigo_da_porta código_de_verificação codigo_seguranca
    geheim_woord wachtwoord wachtzin api_sleutel sleutel_api privésleutel prive_sleutel privé_sleutel toegangscode
    toegangssleutel deurcode voordeur_code poortcode herstelcode pincode
    пароль пароли секрет секретный_ключ приватный_ключ закрытыйКлюч ключ_доступа ключ_api api_ключ ключ_апи код_доступа
    код_двери код_домофона код_подтверждения пин пин_код пинкод мнемоника
    密码 密碼 密钥 密鑰 api密钥 口令 秘密 机密 私钥 助记词 验证码 访问码 门禁码 令牌 凭证
    sk_live SK_LIVE sk-test skLive pk_live pk_test rk_live sk_live_key stripe_sk stripeSk stripe-pk openai_sk whsec ghp
    otp otpauth otpAuthUrl otpauth_uri otp_secret otpcode hotp totp totp_seed totpUri otpSeed 2fa 2faCode mfa mfacode
    paroladordine paswoord paswoordGebruiker 访问代码 通行码 秘钥 api秘钥 кодовое_слово кодовоеСлово code_confidentiel
    codeConfidentiel jeton_acces jeton_d_acces jeton_api bestaetigungscode code_verification codigo_verificacion
    vault_code
    decryption_key llave_maestra clé_maître chiave_maestra hauptschlüssel
    mnemonic mnemonique seed_phrase secret_seed master_seed wallet_seed
    """),
    ids=ascii,
)
def test_words_for_secrets_passwords_keys_and_codes_are_found_in_nine_languages(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key, 4711)
    assert is_secret(key.upper(), "x")


@pytest.mark.parametrize(
    "key",
    words("""
    keyboard monkey theme_key locale user_name plan tenant passenger compass secretary secretariat secretaria secretaire
    segreteria segretario skill skin sku sk pk risk_test task_live disk_test desk_live mask_test ask_live
    key key_name keys_count api api_version api_url vehicle_api article_api cycle_access recycle_private monkey_api
    private private_mode is_private access access_level accessories key_account keyword
    insgeheim Geheimtipp geheimtipps Schlüssel Schlüsselwort Schlüsselfrage Losung Lösung Wort Wortschatz
    cle clé clef clé_primaire article vehicle_prive chemin_prive mot phrase code
    llavero llave conclave enclave enclave_privada palabra_clave palabra codigo_pais codigo_postal
    parole parole_chiave chiave chiave_primaria codice_fiscale codice_postale
    chave palavra_chave palavra desenha resenha codigo_de_barras codigo_do_produto
    sleutel sleutelwoord woord postcode landcode productcode
    ключ ключевое_слово код код_города код_товара почтовый_код имя язык
    关键词 代码 邮编 键盘 名字 语言
    jeton jetons_de_casino hauptstadt maestra vault_name verification слово кодовая clearance
    unicode_word unicodeword opinion pinned code_pinned seed seeds random_seed potash hotpot otpion mfagent ghost
    """),
    ids=ascii,
)
def test_ordinary_keys_with_the_same_letters_are_taken(key: str) -> None:
    assert not is_secret(key, "x")
    assert not is_secret(key, 4711)


def test_a_count_of_tokens_is_taken_and_a_token_is_not() -> None:
    check_secrets({"token_count": 7, "tokenCount": 7, "tokens": 12})
    assert is_secret("token_count", "eyJhbGciOi")


@pytest.mark.parametrize(
    "key",
    words("""
    openai_key openaiKey OPENAIKey OPENAI_KEY openaikey app_key appKey appkey subscription-key
    Ocp-Apim-Subscription-Key pgp_key pgpkey gpg_keys wpa_key wpa2_key service_role_key serviceRoleKey maps.key
    my_key openai_key_2 openaiKey1 openai_k3y deepl_schluessel DeepL-Schlüssel deepl_sleutel smtp_pass smtpPass
    SMTP_PASS smtppass db_pass userPass user-pass mail_pass admin.pass wifi_p@ss db_pass2 rsa_private rsaPrivate
    RSAPrivate ssh_priv ed25519_private ec_private pgp-private creds aws_creds awsCreds userCreds psw user_psw
    userpsw pswd gh_pat githubPat azure_pat glpat mpin MPIN user_mpin tpin Einmalcode einmal_code
    einmalschlüssel credenziali credenziali_utente credenciales credenciais identifiants
    identifiants_de_connexion Anmeldedaten anmelde_daten Passwoerter Passwörter kennwoerter Kennwörter
    codewoerter sicherheitswoerter losungswörter wiederherstellungswoerter токен токен_доступа openai_ключ
    ключ_openai ключи_openai мои_ключи ключи_доступа ключ_шифрования
    """),
    ids=ascii,
)
def test_a_compound_that_ends_in_a_word_for_what_opens_something_is_a_secret(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key, 4711)


@pytest.mark.parametrize(
    "key",
    words("""
    key keys Key pass passes pat Pat login session_id cookie_consent sort_key sortKey SORT_KEY sortKeys
    primary_key foreign-key partitionKey cache_key hot_key hotkey rowKey object_keys translation_key i18n_key
    i18nKey message_key issueKey project_key idempotency_key Idempotency-Key map_key answer_key publicKey
    public_key user_sort_key monkey donkey turkey key_name fremd_schluessel Primär-Schlüssel schluesselwoerter
    boarding_pass boardingPass season_pass ski-pass dayPass bus_pass guest_pass compass bypass by_pass low_pass
    is_private private sacred_site incredible credits credenza cow_pat postman_pat date_pat patient spat tapin
    map_input identifiant identifiants_produits einmal einmalig caps_word upswing ключ ключи ключ_сортировки
    первичный_ключ
    """),
    ids=ascii,
)
def test_a_key_a_pass_and_their_harmless_compounds_are_taken(key: str) -> None:
    assert not is_secret(key, "x")
    assert not is_secret(key, 4711)


def test_whether_there_is_a_key_is_no_secret_and_a_number_of_tokens_is_none_in_russian() -> None:
    assert is_secret("токены", "x")
    check_secrets({"has_app_key": True, "smtp_pass": False, "токенов": 12})


@pytest.mark.parametrize(
    "key",
    words("""
    slackWebhookUrl discord_webhook teams_webhook_url webhookUrl webhook_urls webhook WEBHOOK-URI stripe.webhook
    slackwebhookurl incoming_webhook_2 webhook_endpoint
    presigned_url presignedUrl pre_signed_url presigned_post signed_url signedUrl signed_download_url sas_url
    magic_link magicLink magic_login_link reset_link resetUrl password_reset_link one_time_link oneTimeUrl
    single_use_link activation_link verificationLink confirmation_url recovery_link Bestätigungslink einmal_link
    lien_magique lien_de_réinitialisation enlace_mágico
    tan TAN bank_tan bankTan mTAN m_tan mtan iTAN smsTan push_tan chipTAN photo_tan user_tan tan_code tanNummer
    tan_liste customer_bank_tan one_time_number einmalnummer
    id_rsa idRsa ssh_rsa id_ed25519 id_ecdsa ssh-ed25519 id_ed25519_sk deploy_id_rsa vault_unseal vaultUnsealKey
    unseal_keys npmrc .npmrc netrc _netrc pypirc pgpass .pgpass pfx client_pfx p12 apns_p12 pkcs12 jks keystore keytab
    kdbx ppk dockercfg dockerConfigJson
    mothers_maiden_name mothersMaidenName mother's_maiden_name maiden_name maidenName Mädchenname
    nom_de_jeune_fille apellido_de_soltera cognome_da_nubile
    smtp_login smtpLogin ftp_login db_login vpn-login
    refreshTok accessTok access_tok refresh-tok idTok bot_tok
    recovery_phrase
    """),
    ids=ascii,
)
def test_addresses_numbers_and_files_that_are_secrets_as_a_whole_are_found(key: str) -> None:
    assert is_secret(key, "x")
    assert is_secret(key.upper(), "x") or not key.isascii() or key != key.lower()


@pytest.mark.parametrize(
    "key",
    words("""
    tangent tank tanks titan atan sun_tan suntan tan_theta tannin tango tan_colour satan tandem metan
    webhook_events_count webhookEventsCount webhook_status webhook_enabled webhooks_enabled webhook_id hook hooks
    signed signed_in signed_at unsigned_url designed_url assigned_link redesignUrl signedUrlExpires
    link links url urls page_url login_url login_link reset reset_count magic magic_number share_link magic_link_sent_at
    reset_link_count one_time one_time_offer verification_status activation activation_date confirmation_number
    id rsa id_rsa_pub idRsaPub rid grid ssh ssh_enabled p1 p120 p12345 page12 prefix pfxs sfx keystone keystroke stores
    unsealed seal sealed vault npm net pg rc src
    maiden maiden_voyage iron_maiden mothers_day mother_name name surname birth_name
    login last_login first_login smtp_host smtp_port smtp_login_count smtp user_login dbLoginEnabled
    tok tik_tok tiktok stock refresh access accessibility
    """),
    ids=ascii,
)
def test_ordinary_words_like_those_for_links_numbers_and_files_are_taken(key: str) -> None:
    assert not is_secret(key, "x")
    assert not is_secret(key, 4711)


def test_whether_there_is_a_link_or_a_file_is_no_secret() -> None:
    check_secrets({"webhook": True, "magic_link": False, "tan": True, "id_rsa": False, "maiden_name": True})


@pytest.mark.requirement("WS1-SECRETS")
@pytest.mark.parametrize(
    "key",
    words("""
    authcode AUTHCODE sessionkey SESSIONKEYS networkkey masterpass clientkey serverpass deploykey webhookkey
    my_sessionkey prodMasterpass stripekey userpin vaultcode devicecred redispass
    """),
)
def test_two_words_that_are_run_together_name_what_they_name_apart(key: str) -> None:
    assert is_secret(key, "x")


@pytest.mark.parametrize(
    "key",
    words("""
    monkey turkey donkey whiskey jockey hockey lackey compass trespass bypass overpass underpass encompass hairpin
    pushpin linchpin terrapin crankpin sacred barcode zipcode postcode areacode countrycode encode decode unicode
    hotkey cachekey sessioncount networkname masterdata clientname keypad passenger codec
    """),
)
def test_ordinary_words_that_only_end_so_are_taken(key: str) -> None:
    assert not is_secret(key, "x")
