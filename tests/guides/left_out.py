"""What the pages tell to type that cannot be typed here, and why. Lines may go from this list, and none may come."""

_PUBLIC = "a name that is public (tests/e2e/test_under_a_path.py has a proxy)"
_ROOT = "folders of root's (tests/integration/test_wheel.py installs a wheel)"
_SYSTEMD = "systemd (tests/unit/packaging/test_deploy.py reads the unit)"
_IMAGES = "a registry of images (tests/integration/test_deploy.py runs what is in this one)"
_PACKED = "what npm has packed in the checkout (tests/unit/packaging/test_npm_package.py)"

LEFT_OUT = {
    ("README.md", "scripts/test"): "it is what runs these tests",
    ("docs/how-to/behind-a-proxy.md", "curl -s https://voice.example.org"): _PUBLIC,
    ("docs/how-to/behind-a-proxy.md", "antiphon call --url https://voice.example.org"): _PUBLIC,
    ("docs/how-to/deploy.md", "python3 -m venv /opt/antiphon"): _ROOT,
    ("docs/how-to/deploy.md", "/opt/antiphon/bin/"): _ROOT,
    ("docs/how-to/deploy.md", "install -"): _ROOT,
    ("docs/how-to/deploy.md", "systemctl"): _SYSTEMD,
    ("docs/how-to/deploy.md", "journalctl"): _SYSTEMD,
    ("docs/how-to/deploy.md", "podman"): _IMAGES,
    ("docs/how-to/deploy.md", "npm install"): _PACKED,
    ("docs/how-to/measure-a-server.md", "antiphon bench --calls 1,2,4"): "two minutes of the whole machine",
}
"""By the page and how the line begins."""


def left_out(page: str, script: str) -> tuple[str, set[tuple[str, str]]]:
    """The script without the lines that are on the list, and which of the list those were."""
    kept: list[str] = []
    used: set[tuple[str, str]] = set()
    for line in script.replace("\\\n", "").splitlines():
        found = [entry for entry in LEFT_OUT if entry[0] == page and line.startswith(entry[1])]
        used.update(found)
        kept += [] if found else [line]
    return "\n".join(kept), used
