"""A PulseAudio of its own, with a microphone that plays WAV files and a loudspeaker that nobody hears."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from support.wait import until

# The protocol comes last: where there is its socket, there is everything.
SCRIPT = """
load-module module-null-sink sink_name=loudspeaker
load-module module-null-sink sink_name=room
load-module module-remap-source master=room.monitor source_name=microphone
set-default-sink loudspeaker
set-default-source microphone
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
"""


@dataclass
class Sound:
    """What a program needs in its environment to play and record here."""

    environment: dict[str, str]

    async def say(self, recording: Path) -> None:
        """Plays a WAV file into the microphone, to its end."""
        player = await asyncio.create_subprocess_exec("paplay", "--device=room", recording, env=self.environment)
        try:
            assert await player.wait() == 0
        finally:
            if player.returncode is None:
                player.kill()


@asynccontextmanager
async def sound(folder: Path) -> AsyncIterator[Sound]:
    """PulseAudio, with `folder` as its home: a device's clock without a device, which a container has not."""
    assert shutil.which("pulseaudio"), "These tests need PulseAudio (Debian and Ubuntu: apt-get install pulseaudio)."
    socket = folder / "pulse.socket"
    script = folder / "pulse.pa"
    script.write_text(SCRIPT.format(socket=socket))
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PULSE_SERVER": f"unix:{socket}"}
    environment = os.environ | home
    with (folder / "pulse.log").open("wb") as log:
        daemon = await asyncio.create_subprocess_exec(
            *("pulseaudio", "-n", f"--file={script}", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1"),
            env=environment,
            stderr=log,
        )
    try:
        await until(lambda: socket.exists() or daemon.returncode is not None)
        assert daemon.returncode is None, (folder / "pulse.log").read_text()
        yield Sound(environment)
    finally:
        if daemon.returncode is None:
            daemon.terminate()
        await daemon.wait()
