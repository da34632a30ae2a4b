"""The life of the server process, where it can be seen without one."""

import gc
import socket
from contextlib import ExitStack

import pytest
from pydantic import SecretStr

from antiphon.cli.serving import freeze_loaded_objects, run
from antiphon.cli.sockets import listen_on, listen_on_both
from antiphon.domain.errors import AntiphonError
from antiphon.settings import Server, Settings


def test_a_collection_passes_over_what_was_loaded_at_the_start() -> None:
    gc.unfreeze()  # `conftest.py` has done the same with the tests
    freeze_loaded_objects()
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects(generation=2)) < 1_000


def test_a_local_network_is_listened_to_by_ipv6_too_at_the_same_port() -> None:
    with ExitStack() as doors:
        listeners = listen_on_both("0.0.0.0", 0, socket.AF_INET, doors)
        names = [one.getsockname()[:2] for one in listeners]
        port = names[0][1]
        assert names == [("0.0.0.0", port), ("::", port)]
    with ExitStack() as doors:
        (alone,) = listen_on("0.0.0.0", 0, socket.AF_INET, doors)
        assert alone.family == socket.AF_INET


def test_where_ipv6_has_another_server_on_the_port_ipv4_will_do() -> None:
    with ExitStack() as doors:
        (other,) = listen_on("::", 0, socket.AF_INET6, doors)
        port = other.getsockname()[1]
        assert [one.family for one in listen_on_both("0.0.0.0", port, socket.AF_INET, doors)] == [socket.AF_INET]


@pytest.mark.parametrize("host", ["::1x", "127.0.0.1.", "a..b", "", "no such name", "[::1]"])
async def test_what_is_no_address_and_no_name_is_told_as_that_and_not_as_one_that_others_reach(host: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        await run(Settings(server=Server(host=host, port=0)))
    assert "is no address or name that can be listened on" in refused.value.message


async def test_an_address_of_another_machine_is_told_as_that() -> None:
    with pytest.raises(AntiphonError, match=r"192\.0\.2\.7.*Give an address of this machine"):
        await run(Settings(server=Server(host="192.0.2.7", port=0, secret=SecretStr("s" * 32))))
