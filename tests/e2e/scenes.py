"""What can be seen of a call: each state, and what can befall it, brought about by what the module tells a panel."""

from dataclasses import dataclass

from playwright.async_api import Page

from antiphon.domain.states import State

# A panel follows the events of its Antiphon; here they come without a server. `tell` is one of them, `call` all that
# went before a state.
TELL = """
let now = 1000;
performance.now = () => now; // a conversation takes its time, a test does not
window.tell = (type, detail) => document.querySelector('antiphon-panel').antiphon.dispatchEvent(
  new CustomEvent(type, { detail }));
window.call = (state) => {
  const at = ['user_speaking', 'ai_thinking', 'invoke_action', 'ai_speaking'].indexOf(state);
  const enter = (state, turnId, ms = 0) => {
    tell('state', { state, previous: '', trigger: '', turnId });
    now += ms;
  };
  if (state === 'not_connected') return;
  enter('connecting');
  if (state === 'connecting') return;
  tell('connected', { sessionId: 's', assistant: { triggers: ['vad', 'ptt'] }, policy: { allowBargeIn: true } });
  tell('microphone', { available: true });
  enter('idle');
  if (at < 0) return;
  const first = { turnId: '1', utteranceId: '1', responseId: '1' };
  enter('user_speaking', '1', 1940);
  tell('transcript', { ...first, text: 'What can I do here?' });
  enter('ai_thinking', '1', 420);
  const text = 'Here you can: go to a section of the shop, add an item to the cart, or change the theme.';
  tell('reply', { ...first, text, done: true });
  enter('ai_speaking', '1', 2430);
  tell('metrics', { turnId: '1', sttMs: 212, brainMs: 9, ttsMs: 188, speechStopToAudioMs: 843 });
  tell('interrupted', { ...first, type: 'barge_in', source: 'vad', heardText: text.slice(0, 41), playedMs: 2430 });
  enter('user_speaking', '2', 2210);
  const second = { turnId: '2', utteranceId: '2', responseId: '2' };
  if (at === 0) return tell('partial', { ...second, text: 'Add two green' });
  tell('transcript', { ...second, text: 'Add two green teas to the cart.' });
  enter('ai_thinking', '2', 380);
  if (at === 1) return;
  const description = 'Add an item to the cart';
  const order = { id: 'add_to_cart', description, parameters: { item: 'green tea', quantity: 2 } };
  tell('action', { ...order, status: 'started' });
  enter('invoke_action', '2', 150);
  if (at === 2) return;
  tell('action', { ...order, status: 'success' });
  enter('ai_speaking', '2', 900);
  tell('reply', { ...second, text: 'Your cart holds 2 green teas. Shall I open it?', done: true });
  tell('caption', { ...second, text: 'Your cart holds 2', startMs: 0, endMs: 900 });
};
"""


@dataclass(frozen=True)
class Scene:
    """A state, and what else happens then: JavaScript that may use `tell`."""

    state: State
    then: str = ""

    @property
    def script(self) -> str:
        """What brings it about on a fresh page."""
        return f"call('{self.state.value}'); {self.then}"


async def play(page: Page, script: str) -> None:
    """Runs JavaScript that may use `tell` and `call`."""
    await page.evaluate(f"() => {{ {TELL} {script} }}")


REFUSED = "The microphone is blocked for this page. Allow it in the address bar and try again. You can type meanwhile."
MISSING = "No microphone was found. Connect one. You can type meanwhile."
LOST = "The microphone was disconnected. Connect one. You can type meanwhile."
INSIDE = "document.querySelector('antiphon-panel').shadowRoot.querySelector"
DEGRADED = "My voice does not work at the moment. You can read the answers."

SCENES = {
    **{state.value: Scene(state) for state in State},
    "refused": Scene(State.IDLE, f"tell('microphone', {{ available: false, message: {REFUSED!r} }})"),
    "missing": Scene(State.IDLE, f"tell('microphone', {{ available: false, message: {MISSING!r} }})"),
    "unplugged": Scene(State.AI_SPEAKING, f"tell('microphone', {{ available: false, message: {LOST!r} }})"),
    "muted": Scene(State.IDLE, f"{INSIDE}('[data-mute]').click()"),
    "autoplay": Scene(State.AI_SPEAKING, "tell('playback', { blocked: true })"),
    "reconnecting": Scene(State.IDLE, "tell('connection', { status: 'reconnecting' })"),
    "degraded": Scene(
        State.AI_SPEAKING,
        f"tell('health', {{ status: 'degraded', reason: 'tts', guidance: {DEGRADED!r}, conversationState: '' }});"
        "tell('error', { code: 'stt.no_match', message: 'I heard no words. Say it again, a little louder.' })",
    ),
    "nonsense": Scene(
        State.CONNECTING,
        "tell('error', { code: 'protocol.invalid_message', message: 'No VIP envelope.', fatal: true });"
        "tell('state', { state: 'not_connected', previous: '', trigger: '' });"
        "tell('closed', { reason: 'error', message: 'No VIP envelope.', code: 'protocol.invalid_message' })",
    ),
    "lost": Scene(
        State.AI_SPEAKING,
        "tell('state', { state: 'not_connected', previous: '', trigger: '' });"
        "tell('closed', { reason: 'lost', message: 'The connection was lost. Start again.',"
        " cut: { responseId: '2' } })",
    ),
    "hung-up": Scene(
        State.AI_SPEAKING,
        "tell('state', { state: 'not_connected', previous: '', trigger: '' });"
        "tell('closed', { reason: 'hang_up', message: 'You hung up.' })",
    ),
    "question": Scene(
        State.IDLE,
        "tell('confirm', { id: 'empty_cart', description: 'Empty the cart', parameters: {}, approve() {}, decline() {},"
        " signal: new AbortController().signal })",
    ),
    "timeline": Scene(
        State.AI_SPEAKING,
        f"{INSIDE}('details').open = true",
    ),
}

# What the shop shows with something in the cart.
TEAS = """
const at = (selector) => document.querySelector(selector);
at('[aria-label="Add Green tea to the cart"]').click();
at('[aria-label="Add Green tea to the cart"]').click();
at('.toast').classList.remove('shown');
"""
FILLED = TEAS + """at('[aria-label="Add Honey to the cart"]').click(); at('.toast').classList.remove('shown');"""
ANNA = "location.hash = 'checkout'; at('#name').value = 'Anna'; at('#order').requestSubmit();"

VIEWS = {
    **{name: ("#catalogue", scene.script) for name, scene in SCENES.items()},
    "page-home": ("#home", ""),
    "page-item": ("#item/green-tea", ""),
    "page-settings": ("#settings", ""),
    "page-cart-empty": ("#cart", ""),
    "page-cart": ("", FILLED + "location.hash = 'cart';"),
    "page-checkout-empty": ("#checkout", ""),
    "page-checkout": ("", FILLED + "location.hash = 'checkout';"),
    "page-checkout-wrong": ("", FILLED + "location.hash = 'checkout'; at('#order').requestSubmit();"),
    "page-dialog": ("", FILLED + ANNA),
    "page-thanks": ("", FILLED + ANNA + "at('[data-dialog-yes]').click();"),
}
"""Everything that the demonstration can look like: where the page is, and what happens then."""


# A page that is loaded costs a second of a processor. The panel makes its parts anew where it gets other words; what it
# tells its page by attributes, what was said before a reload, and what the shop asks, goes by hand.
RENEW = """
async (place) => {
  const { antiphon, panel } = await import('/client/demo/demo.js');
  document.querySelector('#dialog').close();
  antiphon.dispatchEvent(new CustomEvent('state', { detail: { state: 'not_connected', previous: '', trigger: '' } }));
  antiphon.mute(false);
  antiphon.note = '';
  sessionStorage.clear();
  const own = ['id', 'theme', 'confirm', 'prompts', 'compact', 'lang'];
  for (const name of panel.getAttributeNames()) if (!own.includes(name)) panel.removeAttribute(name);
  panel.words = {};
  document.activeElement?.blur();
  document.querySelector('.toast').classList.remove('shown');
  location.hash = place;
  scrollTo(0, 0);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
"""


async def see(page: Page, url: str, name: str) -> None:
    """Brings a page of the demonstration to one of `VIEWS`: the page as it is, unless its cart is to be filled."""
    place, script = VIEWS[name]
    await (look(page, url, place, script) if FILLED in script else renew(page, place, script))


async def renew(page: Page, place: str, script: str) -> None:
    """As `look`, without loading the page again: what is in the cart stays there."""
    await page.evaluate(RENEW, place)
    await play(page, script)


async def look(page: Page, url: str, place: str, script: str) -> None:
    """Brings a fresh page of the demonstration to one of `VIEWS`."""
    await page.evaluate("() => { try { sessionStorage.clear(); } catch { } }")  # what outlives a reload
    await page.goto("about:blank")
    await page.goto(f"{url}/{place}")
    await play(page, script)
