"""Make the client of services that speak the OpenAI protocols, by the package `openai`.

One of OpenAI itself, of Azure OpenAI, or of whatever answers at `base_url`: Ollama, vLLM, llama.cpp, LM Studio. The key
is read from the environment, and nothing here ever shows it.
"""

import os
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
from antiphon.providers.options import Options

if TYPE_CHECKING:
    import httpx
    from openai import AsyncOpenAI

OPTIONS = {
    "model": "the model, as the service names it",
    "base_url": "where the service answers, such as http://127.0.0.1:11434/v1",
    "api_key_env": "the variable of the environment that holds the key (OPENAI_API_KEY)",
    "azure_endpoint": "of Azure OpenAI: https://NAME.openai.azure.com",
    "api_version": "of Azure OpenAI",
    "connect_s": "seconds for a connection (2)",
}
KEY = "OPENAI_API_KEY"
AZURE_KEY = "AZURE_OPENAI_API_KEY"
NO_KEY = "none"
"""What a service that wants no key is sent: the package insists on one."""
AZURE_SCOPE = "https://cognitiveservices.azure.com/.default"


def client(options: Options) -> "AsyncOpenAI":
    """Return a client that retries nothing by itself and waits as long as whoever asks.

    Raises `AntiphonError` `config.invalid` for what is wrong with the options, `provider.unavailable` where a package
    is missing.
    """
    need("openai", "openai")
    import httpx
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    timeout = httpx.Timeout(None, connect=options.number("connect_s", 2.0, 0.1, 60.0))
    endpoint = options.optional_text("azure_endpoint")
    base_url = options.optional_text("base_url")
    if endpoint:
        if base_url:
            raise _wrong("base_url", "'base_url' goes without 'azure_endpoint': Azure has an address of its own.")
        return _azure(options, _address("azure_endpoint", endpoint), timeout)
    if base_url:
        base_url = _address("base_url", base_url)
    name = options.text("api_key_env", KEY)
    key = os.environ.get(name, "")
    if not key and (not base_url or options.has("api_key_env")):
        raise _wrong("api_key_env", f"The variable {name}, which holds the key, is not set. {_mend(name)}")
    # What the user said goes to no other address than the file names, and is not sent on to where that points.
    client = DefaultAsyncHttpxClient(timeout=timeout, follow_redirects=False)
    return AsyncOpenAI(api_key=key or NO_KEY, base_url=base_url, timeout=timeout, max_retries=0, http_client=client)


def _azure(options: Options, endpoint: str, timeout: "httpx.Timeout") -> "AsyncOpenAI":
    from openai import AsyncAzureOpenAI

    version = options.text("api_version")
    name = options.text("api_key_env", AZURE_KEY)
    key = os.environ.get(name, "")
    if key:
        return AsyncAzureOpenAI(
            azure_endpoint=endpoint, api_version=version, api_key=key, timeout=timeout, max_retries=0
        )
    if options.has("api_key_env"):
        raise _wrong("api_key_env", f"The variable {name}, which holds the key, is not set. {_mend(name)}")
    need("azure.identity", "azure")
    from azure.identity.aio import DefaultAzureCredential, get_bearer_token_provider

    token = get_bearer_token_provider(DefaultAzureCredential(), AZURE_SCOPE)
    return AsyncAzureOpenAI(
        azure_endpoint=endpoint, api_version=version, azure_ad_token_provider=token, timeout=timeout, max_retries=0
    )


def need(module: str, extra: str) -> None:
    """Raise `provider.unavailable` where the package of an extra is missing."""
    try:
        found = find_spec(module) is not None
    except ModuleNotFoundError:  # of the package that it is in
        found = False
    if not found:
        message = f'The package for {extra} is not installed. Install it with: pip install "antiphon[{extra}]"'
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)


def _address(key: str, url: str) -> str:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"} or parts.username is not None or " " in url:
        told = shown(_without_login(url))
        message = f"{key!r} is {told}; it must be an address such as http://127.0.0.1:11434/v1, without a password."
        raise _wrong(key, message)
    return url


def _without_login(url: str) -> str:
    """Return an address without what may be a password in it."""
    return re.sub(r"//[^/@\s]*@", "//…@", url)


def _mend(name: str) -> str:
    return f"Set it where the server runs, or name another one as 'api_key_env'; no key stands in a file ({name}=...)."


def _wrong(key: str, message: str) -> AntiphonError:
    return AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})
