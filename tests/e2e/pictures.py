"""Pictures of the page in each state, light and dark, desktop and phone: for people to look at.

`scripts/screenshots FOLDER` calls this.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from antiphon.domain.states import State
from e2e.browser import visit
from e2e.spoken import silence
from support.server import serve

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}

# The page's own panel and shop, brought to a point of a conversation in which the state occurs.
STAGE = """
async (state) => {
  const { panel } = await import('/client/demo/demo.js');
  const said = ['user_speaking', 'ai_thinking', 'ai_speaking', 'invoke_action'].indexOf(state);
  panel.showMicrophone(state !== 'not_connected');
  panel.showLevel(0.6);
  if (said >= 0) {
    panel.showTranscript('What can I do here?');
    const text = 'You can go to a section, add an item to the cart, or set the volume.';
    panel.showReply({ responseId: '1', text, done: true });
    panel.showInterruption({ responseId: '1', heardText: text.slice(0, 36) });
  }
  if (said >= 1) panel.showTranscript(state === 'invoke_action' ? 'Add green tea.' : 'Go to settings.');
  if (state === 'invoke_action') {
    location.hash = 'catalogue';
    panel.showError('I heard no words. Say it again, a little louder.');
  }
  if (state === 'ai_speaking') {
    location.hash = 'settings';
    panel.showAction({ id: 'navigate', parameters: { section: 'settings' }, status: 'success' });
    panel.showReply({ responseId: '2', text: 'The settings are open.', done: false });
  }
  panel.showState(state);
  document.activeElement.blur();
}
"""


async def take(url: str, folder: Path) -> None:
    """Writes `SIZE-SCHEME-STATE.png` files into `folder`."""
    microphone = silence(folder / "silence.wav")
    for size, options in SIZES.items():
        for scheme in ("light", "dark"):
            for state in State:
                async with visit(url, microphone, color_scheme=scheme, reduced_motion="reduce", **options) as seen:
                    await seen.page.evaluate(STAGE, state.value)
                    await seen.state(state.value)
                    await seen.page.screenshot(path=folder / f"{size}-{scheme}-{state.value}.png")
    microphone.unlink()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with serve() as server:
        asyncio.run(take(server.url, folder))
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
