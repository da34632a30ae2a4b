"""`[[tools]]` of an assistant's file: what is taken, and what is refused by its line."""

from pathlib import Path

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError
from antiphon.settings.assistants import Assistant, load_file

BARE = 'name = "a"\ndescription = "b"\n'
TOOL = BARE + 'executor = "client"\n'
SERVER = 'name = "weather"\ndescription = "Tell the weather"\nexecutor = "server"\n'
URL = SERVER + 'url = "https://a.example"\n'


def load(tmp_path: Path, text: str) -> Assistant:
    path = tmp_path / "shop.toml"
    path.write_text(text, "utf-8")
    return load_file(path)


def test_tools_are_read_with_their_schemas(tmp_path: Path) -> None:
    text = f"""
[[tools]]
{SERVER}
url = "https://example.org/weather"
headers = {{ Authorization = "env:WEATHER_TOKEN", Accept-Language = "en" }}
parameters = '{{"type": "object", "properties": {{"city": {{"type": "string"}}}}, "required": ["city"]}}'
timeout_ms = 5000

[[tools]]
name = "stock"
description = "Look into the stock"
executor = "server"
entry_point = "shop.stock:look"

[[tools]]
name = "orders"
description = "Look up an order"
entry_point = "look-up-order"

[[tools]]
name = "show"
description = "Show a picture"
executor = "client"
"""
    assistant = load(tmp_path, text)
    weather, stock, orders = assistant.server_tools()
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    assert weather.action() == Action("weather", "Tell the weather", schema, timeout_ms=5000)
    assert weather.provider()[0] == "url"
    assert stock.provider() == ("entry_point", {"entry_point": "shop.stock:look"})
    assert orders.provider() == ("entry_point", {"entry_point": "look-up-order"})
    assert [tool.executor for tool in assistant.tools] == ["server", "server", "server", "client"]
    assert "tools" not in assistant.public()


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (SERVER, "line 1: tools.0: with executor"),
        (URL + 'entry_point = "a:b"\n', "line 1: tools.0: with executor"),
        (TOOL + 'url = "https://a.example"\n', "line 1: tools.0: has url"),
        # Who wrote it when a tool was the client's unless it said otherwise is told what to write.
        (BARE, "line 1: tools.0: needs either url or entry_point, since the server carries it out"),
        (BARE, 'write executor = "client" for a tool of the client.'),
        (SERVER + 'entry_point = "a:b"\nheaders = {A = "b"}\n', "line 1: tools.0: has headers"),
        ('description = "b"\n', "line 1: tools.0.name: is missing"),
        ('name = "a b"\ndescription = "b"\n', "line 2: tools.0.name: "),
        ('name = "a"\ndescription = " "\n', "line 3: tools.0.description: "),
        (TOOL + "timeout_ms = 600001\n", "line 5: tools.0.timeout_ms: "),
        (BARE + 'executor = "page"\n', "line 4: tools.0.executor: "),
        (TOOL + 'parameters = {type = "object"}\n', "line 5: tools.0.parameters: must be a JSON"),
        (TOOL + 'parameters = "{"\n', "line 5: tools.0.parameters: The message is not JSON"),
        (TOOL + 'parameters = "[]"\n', "line 5: tools.0.parameters: "),
        (TOOL + 'parameters = \'{"type": "array"}\'\n', "must describe an object"),
        (TOOL + 'parameters = \'{"$ref": "https://a.example"}\'\n', "line 5: tools.0.parameters: The schema"),
        (SERVER + 'url = "http://a.example/x"\n', "line 5: tools.0.url: must be https"),
        (SERVER + 'url = "ftp://127.0.0.1/x"\n', "line 5: tools.0.url: must be https"),
        (SERVER + 'url = "https://user:pass@a.example"\n', "without a password"),
        (SERVER + 'url = "https://"\n', "line 5: tools.0.url: must be an address"),
        (SERVER + 'url = "https://a.example:99999/"\n', "line 5: tools.0.url: must be an address"),
        (SERVER + 'url = "https://a.example/a b"\n', "line 5: tools.0.url: must be an address"),
        (SERVER + 'entry_point = "os.system"\n', "line 5: tools.0.entry_point: "),
        (SERVER + 'entry_point = "-x"\n', "line 5: tools.0.entry_point: "),
        (URL + 'headers = {Host = "b"}\n', "line 6: tools.0.headers: Host is set"),
        (URL + 'headers = {A = "b\\n"}\n', "line 6: tools.0.headers.A: "),
        (URL + 'headers = {A = "env:"}\n', "line 6: tools.0.headers: A must name"),
    ],
)
def test_a_wrong_tool_is_refused_by_line_and_key(tmp_path: Path, keys: str, told: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        load(tmp_path, f"[[tools]]\n{keys}")
    assert told in refused.value.message


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/x", "http://[::1]:9/", "http://localhost/", "https://a.example"]
)
def test_addresses_are_https_or_of_this_machine(tmp_path: Path, address: str) -> None:
    [tool] = load(tmp_path, f'[[tools]]\n{SERVER}url = "{address}"\n').tools
    assert tool.url == address


@pytest.mark.parametrize("name", ["Authorization", "X-Api-Key", "Cookie", "x-session-token", "Client-Secret"])
def test_a_secret_in_the_file_is_refused_and_not_shown(tmp_path: Path, name: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        load(tmp_path, f'[[tools]]\n{URL}headers = {{{name} = "swordfish"}}\n')
    assert "env:NAME" in refused.value.message
    assert "swordfish" not in refused.value.message + str(refused.value.details)


def test_two_tools_of_one_name_are_refused_by_the_second(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match=r"line 6: tools\.1\.name: there are two tools named 'a'"):
        load(tmp_path, f"[[tools]]\n{TOOL}[[tools]]\n{TOOL}")
