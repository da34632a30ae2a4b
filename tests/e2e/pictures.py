"""Pictures of the page in each state and situation, light and dark, desktop, laptop and phone: for people to look at.

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
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}

# The page's own panel and shop, brought to a point of a conversation in which the state occurs.
STAGE = """
async (state) => {
  const { panel } = await import('/client/demo/demo.js');
  const said = ['user_speaking', 'ai_thinking', 'ai_speaking', 'invoke_action'].indexOf(state);
  if (state !== 'not_connected') panel.showMicrophone(true);
  panel.showLevel(0.6);
  if (said >= 0) {
    panel.conversation.showTranscript({ utteranceId: '1', text: 'What can I do here?' });
    const text = 'You can go to a section, add an item to the cart, or set the volume.';
    panel.conversation.showReply({ responseId: '1', text, done: true });
    panel.conversation.showInterruption({ responseId: '1', heardText: text.slice(0, 36) });
  }
  const order = { utteranceId: '2', text: state === 'invoke_action' ? 'Add green tea.' : 'Go to settings.' };
  if (said === 0) panel.conversation.showPartial({ utteranceId: '2', text: 'Go to set' });
  if (said >= 1) panel.conversation.showTranscript(order);
  if (state === 'invoke_action') {
    location.hash = 'catalogue';
    panel.showError('I heard no words. Say it again, a little louder.');
  }
  if (state === 'ai_speaking') {
    location.hash = 'settings';
    panel.conversation.showAction({ id: 'navigate', parameters: { section: 'settings' }, status: 'success' });
    panel.conversation.showReply({ responseId: '2', text: 'The settings are open.', done: false });
  }
  panel.showState(state);
  document.activeElement.blur();
}
"""

# What can befall a call, and how the page gets there from a state.
SITUATIONS: dict[str, tuple[State, str]] = {
    "blocked": (
        State.IDLE,
        """
        panel.showMicrophone(false);
        panel.showError('The microphone is blocked for this page. Allow it in the address bar and start again. ' +
          'You can type meanwhile.');
        """,
    ),
    "muted": (State.IDLE, "document.querySelector('[data-mute]').click();"),
    "degraded": (
        State.AI_SPEAKING,
        """
        panel.showHealth({
          status: 'degraded',
          guidance: 'My voice does not work at the moment. You can read the answers.',
        });
        panel.showError('I heard no words. Say it again, a little louder.');
        """,
    ),
    "hung-up": (
        State.AI_SPEAKING,
        """
        panel.showState('not_connected');
        panel.conversation.showCut('2');
        panel.showNews('You hung up.');
        """,
    ),
}
SCENES: dict[str, tuple[State, str]] = {state.value: (state, "") for state in State} | SITUATIONS
THEN = "async () => { const { panel } = await import('/client/demo/demo.js'); %s }"


async def take(url: str, folder: Path) -> None:
    """Writes `SIZE-SCHEME-SCENE.png` files into `folder`."""
    microphone = silence(folder / "silence.wav")
    for size, options in SIZES.items():
        for scheme in ("light", "dark"):
            for name, (state, then) in SCENES.items():
                async with visit(url, microphone, color_scheme=scheme, reduced_motion="reduce", **options) as seen:
                    await seen.page.evaluate(STAGE, state.value)
                    await seen.page.evaluate(THEN % then)
                    await seen.page.screenshot(path=folder / f"{size}-{scheme}-{name}.png")
    microphone.unlink()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with serve() as server:
        asyncio.run(take(server.url, folder))
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
