from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from e2e import browser
from e2e.stand import Stand, stand_in
from support.calls import write_vela
from support.server import RunningServer, serve

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One loop for all tests in browsers: the browser that they share belongs to it."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def _keeper(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[None]:
    browser.keeper = browser.Keeper(tmp_path_factory.mktemp("quiet"))
    yield
    await browser.keeper.close()
    browser.keeper = None


@pytest.fixture(scope="package")
def server() -> Iterator[RunningServer]:
    """The real server with the embedded stack and the demo assistant."""
    with serve() as running:
        yield running


@pytest.fixture(scope="package")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One with the assistants of `support.calls`, which hear and answer with tones; Vela's page has `tone`."""
    with serve(*write_vela(tmp_path_factory.mktemp("live"))) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stand(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    async with stand_in(tmp_path_factory.mktemp("stand")) as made:
        yield made
