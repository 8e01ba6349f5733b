"""Settings, read from the environment in one place: every variable that the site knows appears here and in README.md.

Without any variable this is a site for one machine at http://localhost:8000: SQLite, no mail, one process. It is never
in Django's debug mode unless ``DEBUG=1`` says so. ``SITE_URL`` decides what the rest follows from: an https address
turns on secure cookies and HSTS, and any host but localhost asks staff for a second factor.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from ginsite.env import (
    env_bool,
    env_choice,
    env_float,
    env_int,
    env_list,
    env_secret,
    env_text,
    env_url,
    secret_kept_in,
)

# --- the site -------------------------------------------------------------------------------------------------------

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_text("VAR_DIR", str(BASE_DIR / "var"))).resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env_bool("DEBUG", False)
SITE_NAME = env_text("SITE_NAME", "Gin Rummy")
_site = env_url("SITE_URL", ("http", "https"), "http://localhost:8000")
assert _site is not None
if _site.path not in ("", "/") or _site.query or _site.fragment:
    raise ImproperlyConfigured("SITE_URL is the bare origin of the site, as in https://gin.example.com.")
SITE_URL = f"{_site.scheme}://{_site.netloc}"
HTTPS = _site.scheme == "https"
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
LOCAL = _site.hostname in ("localhost", "127.0.0.1", "::1")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", LOCAL_HOSTS if LOCAL else [_site.hostname or ""])
PROCESSES = env_int("PROCESSES", 1, low=1, high=1000)

SECRET_KEY = env_secret("SECRET_KEY") or secret_kept_in(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS", [])
DEAL_KEY_FILE = Path(env_text("DEAL_KEY_FILE", str(VAR_DIR / "deal_key")))

# --- the parts ------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "ginsite.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "ginsite.apps.GinsiteConfig",
    "ginsite.accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.humanize",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ginsite.security.content_security_policy",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "ginsite.accounts.middleware.preferred_language",
    "ginsite.accounts.middleware.GuestsAtTheDoor",
]
ROOT_URLCONF = "ginsite.urls"
ASGI_APPLICATION = "ginsite.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ginsite.context_processors.site",
                "ginsite.accounts.context_processors.preferences",
                "games.context_processors.attention",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- storage --------------------------------------------------------------------------------------------------------

_database: dict[str, Any] = {**dj_database_url.parse(env_text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'site.sqlite3'}"))}
_options: dict[str, Any] = dict(_database.get("OPTIONS") or {})
if str(_database["ENGINE"]).endswith("sqlite3"):
    _options |= {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        # recursive_triggers: else INSERT OR REPLACE deletes past the triggers that keep the log append-only
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
    }
elif str(_database["ENGINE"]).endswith("postgresql"):
    _options |= {"pool": {"min_size": 1, "max_size": env_int("DATABASE_POOL", 8, low=1, high=1000), "timeout": 10}}
else:
    raise ImproperlyConfigured("DATABASE_URL is sqlite:///path or postgres://user:password@host/name.")
DATABASES: dict[str, dict[str, Any]] = {
    "default": _database | {"OPTIONS": _options, "CONN_MAX_AGE": 0, "ATOMIC_REQUESTS": False}
}

REDIS_URL = env_text("REDIS_URL") if env_url("REDIS_URL", ("redis", "rediss")) else ""
CHANNEL_LAYERS: dict[str, dict[str, Any]]
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- live play ------------------------------------------------------------------------------------------------------

BOT_DELAY_MS = env_int("BOT_DELAY_MS", 1200)  # how long a computer player seems to think, give or take half of it
DEAL_COMMIT_MS = env_int("DEAL_COMMIT_MS", 2000, high=60_000)  # how long people have to bring a seed for the next deal
BOT_WORKERS = env_int("BOT_WORKERS", 1, low=1, high=64)

# --- signals for the referee: docs/signals.md says how these were found ---------------------------------------------

SIGNAL_FEEDING = env_float("SIGNAL_FEEDING", 2.8, low=0.1)  # standard deviations
SIGNAL_SHARED_HANDS = env_float("SIGNAL_SHARED_HANDS", 3.0, low=0.1)  # likewise
SIGNAL_MATCHES = env_int("SIGNAL_MATCHES", 3, low=1)  # what two have to have played against each other before that
SIGNAL_PAIR = env_float("SIGNAL_PAIR", 2.5, low=0.1)  # standard deviations
SIGNAL_ADDRESS = env_int("SIGNAL_ADDRESS", 5, low=1)  # rated matches against each other from one address
SIGNAL_DEVICE = env_int("SIGNAL_DEVICE", 3, low=1)  # likewise, and with the same kind of device
SIGNAL_REGULAR = env_float("SIGNAL_REGULAR", 0.33, low=0.01)  # the spread (of logarithms) of a script's times
SIGNAL_QUICK = env_float("SIGNAL_QUICK", 0.5, low=0.01, high=1.0)  # the share of hard choices made in no time
SIGNAL_DISCARDS = env_int("SIGNAL_DISCARDS", 150, low=2)  # what somebody has to have shed before that
SIGNAL_QUITS = env_int("SIGNAL_QUITS", 6, low=1)  # matches left when behind

# --- static files ---------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
HASHED_STATIC = env_bool("HASHED_STATIC", not DEBUG)  # off: plain names from the sources, without collectstatic
SERVESTATIC_USE_FINDERS = not HASHED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- languages and time ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES: list[tuple[str, Any]] = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
if env_bool("PSEUDO_LOCALE", False):  # scripts/pseudo_locale.py: every string in brackets, right to left
    LANGUAGES.append(("ar-xb", "Mirrored"))
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- transport security ---------------------------------------------------------------------------------------------

BEHIND_PROXY = env_bool("BEHIND_PROXY", False)
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest who returns within half a year finds the same games
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/$"]  # a load balancer asks over plain HTTP
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 365 * 24 * 3600) * HTTPS
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env_bool("HSTS_SUBDOMAINS", False)
# The neighbours under the same domain are not ours to bind: whoever owns them sets HSTS_SUBDOMAINS=1.
SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_INCLUDE_SUBDOMAINS else ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if BEHIND_PROXY:  # the proxy must set X-Forwarded-Proto and append to X-Forwarded-For
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = env_int("PROXY_COUNT", 1, low=1, high=10)

# --- mail -----------------------------------------------------------------------------------------------------------

_mail = env_url("MAIL_URL", ("smtp", "smtps", "smtp+starttls", "console"), host=False)
if _mail and _mail.scheme != "console" and not _mail.hostname:
    raise ImproperlyConfigured("MAIL_URL names no mail server: smtp+starttls://user:password@mail.example.com.")
HAS_MAIL = _mail is not None
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_text("MAIL_FROM", f"{SITE_NAME} <noreply@{_site.hostname}>")
EMAIL_TIMEOUT = 10
if _mail is None:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
elif _mail.scheme == "console":
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
else:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_USE_TLS = _mail.scheme == "smtp+starttls"
    EMAIL_HOST = _mail.hostname
    EMAIL_PORT = _mail.port or {"smtp": 25, "smtps": 465, "smtp+starttls": 587}[_mail.scheme]
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = env_secret("MAIL_PASSWORD") or unquote(_mail.password or "")

# --- accounts -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = reverse_lazy("account_login")
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "ginsite.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "ginsite.accounts.forms.LoginForm",
    "signup": "ginsite.accounts.forms.SignupForm",
    "add_email": "ginsite.accounts.forms.AddEmailForm",
    "reset_password": "ginsite.accounts.forms.ResetPasswordForm",
    "request_login_code": "ginsite.accounts.forms.RequestLoginCodeForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
GUEST_RATE_LIMITS = {"create_guest": "30/m/ip,200/h/ip"}  # a club evening comes from one address
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL and not HTTPS
USERSESSIONS_TRACK_ACTIVITY = False  # a write on every page would queue behind the moves

# With mail, an address is proved by a code before the account counts. Without, nothing can be proved: nothing asks for
# a code, and nothing claims to hide whether an address is known.
ACCOUNT_SIGNUP_FIELDS = ["email*" if HAS_MAIL else "email", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if HAS_MAIL else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = HAS_MAIL
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = HAS_MAIL
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = False  # allauth offers it for new addresses only, which tells them apart
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = HAS_MAIL
ACCOUNT_LOGIN_BY_CODE_ENABLED = HAS_MAIL
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = HAS_MAIL
ACCOUNT_EMAIL_NOTIFICATIONS = HAS_MAIL
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", *(["code"] if HAS_MAIL else [])]
ACCOUNT_PREVENT_ENUMERATION = HAS_MAIL
MFA_PASSKEY_SIGNUP_ENABLED = HAS_MAIL
MFA_ALLOW_UNVERIFIED_EMAIL = not HAS_MAIL
STAFF_NEED_MFA = env_bool("STAFF_NEED_MFA", not LOCAL)

# --- logging --------------------------------------------------------------------------------------------------------

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env_choice("LOG_LEVEL", LOG_LEVELS, "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
    },
}
