"""Load the runtime of the local models so that it tells nobody of it, and run models that can be stopped.

From 1.29 on the official builds of onnxruntime look up a server of their maker's, and keep a device id and a queue of
events in the user's cache. A variable alone keeps all of that from beginning, and it has to be there before the module
is loaded (`antiphon/__init__.py`); the function that turns events off comes too late for the first of them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_FATAL = 4
"""The runtime's name for the highest of its levels."""


class Stopped(Exception):
    """The run was stopped from elsewhere: nobody waits for its result any more."""


class Model:
    """One model on one thread. `run` computes; `stop` ends a run from another thread, within one step of the model."""

    def __init__(self, model: Path | bytes) -> None:
        """Raises `ImportError` where onnxruntime is not installed."""
        import onnxruntime  # here, so that a process that only names a model does not load it

        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        # Nothing on standard error: a failure is raised, and a run that was stopped is none.
        options.log_severity_level = _FATAL
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # else memory grows with each new length
        source = model if isinstance(model, bytes) else str(model)
        self._session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
        self._how = onnxruntime.RunOptions()
        self._how.log_severity_level = _FATAL
        self._failure = onnxruntime.capi.onnxruntime_pybind11_state.Fail

    def inputs(self) -> list[str]:
        """Return the names of the model's inputs."""
        return [one.name for one in self._session.get_inputs()]

    def run(self, names: Sequence[str] | None, feed: Mapping[str, Any]) -> list[Any]:
        """Compute the outputs of these names; None: all. Raises `Stopped`."""
        try:
            outputs: list[Any] = self._session.run(names, feed, self._how)
        except self._failure:
            if self._how.terminate:
                raise Stopped from None
            raise
        return outputs

    def stop(self) -> None:
        """End the run that is on, and each that would begin, until `resume`."""
        self._how.terminate = True

    def resume(self) -> None:
        """Allow runs again."""
        self._how.terminate = False
