"""The life of the server process, where it can be seen without one."""

import gc

import pytest

from antiphon.cli.serving import rest_what_stays, run
from antiphon.domain.errors import AntiphonError
from antiphon.settings import Server, Settings


def test_a_collection_passes_over_what_was_loaded_at_the_start() -> None:
    rest_what_stays()
    try:
        assert gc.get_freeze_count() > 10_000
        assert len(gc.get_objects(generation=2)) < 1_000
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("host", ["::1x", "127.0.0.1.", "a..b", "", "no such name", "[::1]"])
async def test_what_is_no_address_and_no_name_is_told_as_that_and_not_as_one_that_others_reach(host: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        await run(Settings(server=Server(host=host, port=0)))
    assert "is no address or name that can be listened on" in refused.value.message


async def test_an_address_of_another_machine_is_told_as_that() -> None:
    with pytest.raises(AntiphonError, match=r"192\.0\.2\.7.*Give an address of this machine"):
        await run(Settings(server=Server(host="192.0.2.7", port=0, secret="s" * 32)))
