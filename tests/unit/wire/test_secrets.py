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
PHPSESSID jsessionid t0ken p4ssw0rd pa$$word @piKey s3cret T0K3N p\u0430ssword t\u043eken \u0455ecret
\u0440\u0456n c\u043eokie \u03c1in ap\u0131key \uff50\uff49\uff4e
""")

ORDINARY = words("""
key keys login sessionid session_id sessionId sk locale_sk pass passenger service_account account user_id userId author
authors authored authority authentic authMethod auth_method authProvider auth_status cookieConsent cookie_consent
cookies_policy cookieBanner pinned spinner pincode opinion shipping pinterest option optional hotpot spam permanent
tempem basis casas sasha designature assn essn libanon ibanez caliban tokenizer secretary secretariat visitor_id locale
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
    ],
)
def test_other_languages_and_other_look_alikes_name_secrets_too(key: str) -> None:
    assert is_secret(key)
