"""A server that hears and speaks by itself tells nobody that it is there: it asks no resolver and keeps nothing."""

import os
import subprocess
import sys
from pathlib import Path

from support.server import ROOT

CLIP = ROOT / "tests" / "data" / "speech" / "ps_goforward.wav"
ENTER = """
set -e
ip link set lo up
echo "nameserver 127.0.0.1" > "$1/resolv.conf"
mount --bind "$1/resolv.conf" /etc/resolv.conf
shift
exec "$@"
"""
KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH")


def test_a_call_in_a_place_that_leads_nowhere_looks_nothing_up_and_leaves_nothing(tmp_path: Path) -> None:
    trap, home = tmp_path / "trap", tmp_path / "home"
    places = {"HOME": home, "TMPDIR": home / "tmp"}
    for place in (trap, *places.values()):
        place.mkdir()
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {name: str(place) for name, place in places.items()}
    environment |= {"PYTHONPATH": str(ROOT / "server"), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    script = Path(__file__).with_name("trapped.py")
    own = ["unshare", "--map-root-user", "--net", "--mount", "sh", "-c", ENTER, "sh", str(trap)]
    done = subprocess.run(
        [*own, sys.executable, str(script), str(CLIP)],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "asked: 0\n" in done.stdout, told
    left = [str(path.relative_to(home)) for path in home.rglob("*")]
    assert left == ["tmp"], told
