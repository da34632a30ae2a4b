/**
 * `<antiphon-panel>`: a voice call to see and to use, on any page. Over 300 lines: it is one element, with all of its
 * public names. Its attributes, parts and events are in docs/reference/panel.md.
 * @module
 */

/** @import { Options } from '../types.js' */
/** @import { Words } from './words.js' */

import { Antiphon } from '../antiphon.js';
import { languageOf, load, textsOf } from '../src/language.js';
import { Alone } from './alone.js';
import { early, optionsOf } from './attributes.js';
import { listenToControls } from './controls.js';
import { Drawing } from './drawing.js';
import { follow } from './events.js';
import { Floor } from './floor.js';
import { KEYLESS, listenToKeys } from './keys.js';
import { build, fillPrompts } from './parts.js';
import { Place } from './place.js';
import { remember } from './remembered.js';
import { sheets } from './styles.js';
import { View } from './view.js';
import { allWordsOf, codeOf, knownOf, WORD_ATTRIBUTES } from './words.js';

/** Whose guest the next one is that is made. @type {AntiphonPanel | undefined} */
let inviting;

const isTouched = () => window.matchMedia('(pointer: coarse)').matches;

export class AntiphonPanel extends HTMLElement {
  static observedAttributes = ['prompts', 'folded', 'mode', 'talk', 'keys', 'lang', ...WORD_ATTRIBUTES];

  /** For the `Antiphon` that the panel makes where none is given: beside its attributes. @type {Options} */
  options = early(this, 'options') ?? {};
  /** @type {Promise<unknown> | undefined} */ looked = early(this, 'looked');
  /** @type {Partial<Words>} */ #own = {};
  /** @type {Antiphon | undefined} */ #antiphon;
  #made = false;
  #unfollow = () => {};
  /** Aborted when the panel leaves the page. */ #stay = new AbortController();
  #drawing = new Drawing();
  /** Of the language in which it is drawn. */ #code = drawnOf(this);
  #parts = build(allWordsOf(this, {}));
  #view = this.#viewOf();
  #floor = new Floor(() => this.antiphon, () => this.#view);
  #place = this.#placeOf();
  #alone = new Alone({
    antiphon: () => this.antiphon,
    view: () => this.#view,
    words: () => this.words,
    sharesSite: () => this.getAttribute('tabs') === 'many',
  });
  /** It is where another one shows itself while that is covered. @type {AntiphonPanel | undefined} */ #host = inviting;
  /** Attributes ask for other parts. */ #stale = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheets();
    if (this.#host) return;
    const [words, antiphon] = [early(this, 'words'), early(this, 'antiphon')];
    if (typeof words !== 'object') this.#assemble();
    if (words) this.words = words;
    if (antiphon) this.antiphon = antiphon;
  }

  /** The call that is shown; one is made from the attributes unless the page gives one. @returns {Antiphon} */
  get antiphon() {
    if (this.#host) return this.#host.antiphon;
    if (!this.#antiphon) {
      this.antiphon = new Antiphon(optionsOf(this));
      this.#made = true;
    }
    return /** @type {Antiphon} */ (this.#antiphon);
  }

  set antiphon(antiphon) {
    if (antiphon === this.#antiphon) return;
    if (this.#made) this.#antiphon?.hangUp();
    this.#made = false;
    this.#antiphon = antiphon;
    this.#listen();
    if (this.isConnected) this.#remember();
    this.dispatchEvent(new CustomEvent('antiphon-attached', { detail: { antiphon }, bubbles: true, composed: true }));
  }

  /** What the panel says. @returns {Words} */
  get words() {
    return allWordsOf(this, this.#own);
  }

  /** Some of them, or all, in other words; what was shown is gone. @param {Partial<Words> | string} words as text they are the attribute's */
  set words(words) {
    if (typeof words === 'string') {
      this.setAttribute('words', words);
      return;
    }
    this.#own = knownOf(words ?? {});
    this.#place.goHome();
    this.#code = drawnOf(this);
    this.#parts = build(this.words, this.#taps());
    this.#view = this.#viewOf();
    this.#place = this.#placeOf();
    this.#stale = false;
    this.#assemble();
    if (this.isConnected) this.#arrive();
    this.#listen();
  }

  /** @override @param {FocusOptions} [options] */
  focus(options) {
    this.#parts.section.focus(options);
  }

  connectedCallback() {
    if (this.#host) return;
    if (this.#stale) this.words = this.#own;
    else this.#arrive();
  }

  /** Moved by a browser that can do that without taking it out of the page. */
  connectedMoveCallback() {}

  disconnectedCallback() {
    // What it was in is gone, such as a dialog that a framework takes away.
    if (this.#host) return this.#host.#place.goHome();
    this.#stay.abort();
    this.#place.goHome();
    this.#drawing.stop();
    // A panel that is only moved is back by then. The microphone of one that is gone must not stay open unseen.
    const gone = () => {
      if (this.isConnected) return;
      this.#alone.giveUp();
      if (this.#made) this.#antiphon?.hangUp();
    };
    queueMicrotask(() => queueMicrotask(gone));
  }

  /** @param {string} [name] */
  attributeChangedCallback(name = 'prompts') {
    if (this.#host) return;
    if (name === 'folded') this.#view.folded();
    else if (name === 'prompts') this.#fillPrompts();
    else if (name === 'lang') void this.#speak();
    else if (WORD_ATTRIBUTES.includes(name)) this.#renew();
    else this.#describe();
  }

  /** In the language of its attribute, as soon as that is there. */
  async #speak() {
    const code = codeOf(this);
    if (!textsOf(code).panel) await load(code);
    if (code === codeOf(this) && code !== this.#code) this.#renew();
  }

  /** Several attributes are set one after the other. */
  #renew() {
    if (this.#stale) return;
    this.#stale = true;
    queueMicrotask(() => {
      if (this.#stale && this.isConnected) this.words = this.#own;
    });
  }

  #fillPrompts() {
    const prompts = (this.getAttribute('prompts') ?? '').split('|').flatMap((text) => text.trim() || []);
    this.#parts.prompts.hidden = !prompts.length || this.hasAttribute('data-talked');
    const language = this.closest('[lang]')?.getAttribute('lang') ?? '';
    fillPrompts(this.#parts.prompts, prompts, this.words, (text) => void this.#say(text), language);
    this.#view.describe({});
  }

  #arrive() {
    this.#stay.abort();
    this.#stay = new AbortController();
    const { signal } = this.#stay;
    this.#fillPrompts();
    this.#describe();
    this.#view.folded();
    this.#view.showState(this.#antiphon?.state ?? 'not_connected');
    this.#draw();
    // Its attributes may be set after it is in the page.
    queueMicrotask(() => this.#remember());
    this.#place.arrive(signal);
    window.matchMedia(KEYLESS).addEventListener('change', () => this.#describe(), { signal });
    for (const moved of ['focusin', 'focusout']) {
      this.#parts.section.addEventListener(moved, () => queueMicrotask(() => this.#describe()), { signal });
    }
    const scope = this.getAttribute('keys');
    if (scope === 'off') return;
    const keys = {
      canTalk: () => !this.#parts.talk.disabled,
      canInterrupt: () => !this.#parts.interrupt.disabled,
      canDrop: () => this.#floor.canDrop,
      taps: () => this.#taps(),
      talk: () => this.#floor.talk(),
      talked: () => this.#floor.talked(),
      toggle: () => this.#floor.toggle(),
      interrupt: () => this.#floor.interrupt(),
      drop: () => this.#floor.drop(),
      yieldFloor: () => this.#floor.ask(),
    };
    listenToKeys(scope === 'panel' ? this.#parts.section : document, this.#parts, keys, signal);
  }

  /** Shows what was said in a call of before a reload. */
  #remember() {
    const { signal } = this.#stay;
    if (signal.aborted) return;
    let antiphon = this.#antiphon;
    try {
      antiphon ??= new Antiphon(optionsOf(this));
    } catch {
      return; // What is wrong with its attributes is told by the call.
    }
    const before = antiphon;
    remember(before, this.#view, signal, () => this.#antiphon ?? before);
  }

  #viewOf() {
    const keep = (/** @type {string} */ note) => {
      if (this.#antiphon) this.#antiphon.note = note;
    };
    return new View(this, this.#parts, () => this.words, keep);
  }

  #placeOf() {
    const make = () => {
      inviting = this;
      try {
        return document.createElement('antiphon-panel');
      } finally {
        inviting = undefined;
      }
    };
    return new Place(this, this.#parts.section, make, () => this.#view.conversation.scroll());
  }

  /** Whether one press begins to talk, and the next one ends it. */
  #taps() {
    return this.getAttribute('talk') === 'tap';
  }

  /** What the attributes say of the situation. */
  #describe() {
    const { activeElement } = /** @type {ShadowRoot} */ (this.shadowRoot);
    // With the focus on another button the space bar is that one's.
    const elsewhere = activeElement instanceof HTMLButtonElement && activeElement !== this.#parts.talk;
    const touch = window.matchMedia(KEYLESS).matches || this.getAttribute('keys') === 'off' || elsewhere;
    const taps = this.#taps();
    this.#parts.talkLabel.textContent = taps ? this.words.tap : this.words.talk;
    this.#view.describe({ touch, taps, textOnly: this.getAttribute('mode') === 'text' });
  }

  #assemble() {
    /** @type {ShadowRoot} */ (this.shadowRoot).replaceChildren(this.#parts.section);
    listenToControls(this.#parts, {
      call: (byPointer) => {
        this.#view.pressed = byPointer && !isTouched();
        if (this.antiphon.state === 'not_connected') void this.#alone.start();
        else this.antiphon.hangUp();
      },
      interrupt: () => this.#floor.interrupt(),
      mute: () => {
        const muted = !this.#view.situation.muted;
        this.antiphon.mute(muted);
        this.#view.describe({ muted });
      },
      say: (text) => void this.#say(text),
      taps: () => this.#taps(),
      talk: () => this.#floor.talk(),
      talked: () => this.#floor.talked(),
      toggle: () => this.#floor.toggle(),
      keepsFocus: () => this.getAttribute('keys') === 'panel',
      touch: isTouched,
    });
  }

  #again() {
    this.antiphon.hangUp();
    void this.#alone.start();
  }

  /** @param {string} text */
  async #say(text) {
    const { antiphon } = this;
    this.#view.showError('');
    this.#view.conversation.showTyped(text);
    if (antiphon.state === 'not_connected' && !(await this.#alone.start())) return this.#view.giveBack(text);
    await this.looked;
    antiphon.sendText(text);
  }

  #listen() {
    this.#unfollow();
    const antiphon = this.#antiphon;
    if (!antiphon) return;
    const ways = {
      again: () => this.#again(),
      tryAgain: () => void antiphon.useMicrophone(),
      hear: () => void antiphon.resumePlayback(),
      asks: () => this.getAttribute('confirm') !== 'page',
      giveBack: (/** @type {string} */ text) => this.#view.giveBack(text),
    };
    const stopShowing = follow(antiphon, this.#view, ways, () => this.words);
    const unfollow = this.#alone.follow(antiphon);
    const stop = antiphon.on('state', ({ state }) => {
      this.#floor.entered(state);
      this.#draw();
    });
    const stopActing = antiphon.on('action', () => this.#place.acted());
    const stopHearing = ['partial', 'transcript'].map((type) => antiphon.on(/** @type {'partial'} */ (type), () => this.#floor.heard()));
    this.#unfollow = () => {
      stopShowing();
      stop();
      stopActing();
      for (const one of stopHearing) one();
      unfollow();
    };
    this.#view.situation.microphone = antiphon.microphoneStream ? true : undefined;
    if (this.isConnected) this.#view.showState(antiphon.state);
    this.#draw();
  }

  #draw() {
    const antiphon = this.isConnected && !this.#view.situation.textOnly ? this.#antiphon : undefined;
    this.#drawing.start(antiphon, this.#parts.wave, (level) => {
      for (const one of [this, this.#place.guest]) one?.style.setProperty('--antiphon-level', level);
    });
  }
}

/** English where the texts of its language are still to come. @param {Element} element */
function drawnOf(element) {
  const code = codeOf(element);
  return textsOf(code).panel ? code : 'en';
}

// What is drawn at first is in its language: that of the browser, or of the tags that are there.
const tags = [...document.querySelectorAll('antiphon-panel[lang]')].map(codeOf);
await Promise.all([...new Set([languageOf(), ...tags])].map(load));
if (!customElements.get('antiphon-panel')) customElements.define('antiphon-panel', AntiphonPanel);
