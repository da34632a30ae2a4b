"""The life of the server process, where it can be seen without one."""

import gc

from antiphon.cli.serving import rest_what_stays


def test_a_collection_passes_over_what_was_loaded_at_the_start() -> None:
    rest_what_stays()
    try:
        assert gc.get_freeze_count() > 10_000
        assert len(gc.get_objects(generation=2)) < 1_000
    finally:
        gc.unfreeze()
