/**
 * `<antiphon-panel>`: a voice call to see and to use, on any page. Its attributes, parts and events are in
 * docs/reference/panel.md.
 * @module
 */

/** @import { Options } from '../types.js' */
/** @import { Words } from './words.js' */

import { Antiphon } from '../antiphon.js';
import { serverOf } from '../src/address.js';
import { hear } from './hearing.js';
import { listenToKeys } from './keys.js';
import { Meter } from './meter.js';
import { build, fillPrompts } from './parts.js';
import { sheets } from './styles.js';
import { View } from './view.js';
import { WORDS } from './words.js';

export class AntiphonPanel extends HTMLElement {
  static observedAttributes = ['prompts'];

  /** For the `Antiphon` that the panel makes where none is given: beside its attributes. @type {Options} */
  options = early(this, 'options') ?? {};
  /** @type {Partial<Words>} */ #own = {};
  /** @type {Antiphon | undefined} */ #antiphon;
  #made = false;
  #deaf = () => {};
  /** Aborted when the panel leaves the page. */ #stay = new AbortController();
  #meter = new Meter();
  #drawing = 0;
  #still = window.matchMedia('(prefers-reduced-motion: reduce)');
  #parts = build(WORDS);
  #view = new View(this, this.#parts, () => this.words);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheets();
    const [words, antiphon] = [early(this, 'words'), early(this, 'antiphon')];
    if (words) this.words = words;
    else this.#assemble();
    if (antiphon) this.antiphon = antiphon;
  }

  /** The call that is shown; one is made from the attributes unless the page gives one. */
  get antiphon() {
    if (!this.#antiphon) {
      this.antiphon = new Antiphon(this.#wish());
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
    this.dispatchEvent(new CustomEvent('antiphon-attached', { detail: { antiphon }, bubbles: true, composed: true }));
  }

  /** What the panel says. @returns {Words} */
  get words() {
    return { ...WORDS, ...this.#own };
  }

  /** Some of them, or all, in other words; what was shown is gone. @param {Partial<Words>} words */
  set words(words) {
    this.#own = words;
    this.#parts = build(this.words);
    this.#view = new View(this, this.#parts, () => this.words);
    this.#assemble();
    if (this.isConnected) this.#arrive();
    this.#listen();
  }

  /** @override @param {FocusOptions} [options] */
  focus(options) {
    this.#parts.section.focus(options);
  }

  connectedCallback() {
    this.#arrive();
  }

  disconnectedCallback() {
    this.#stay.abort();
    this.#meter.close();
    // A panel that is only moved is back by then. The microphone of one that is gone must not stay open unseen.
    queueMicrotask(() => {
      if (!this.isConnected && this.#made) this.#antiphon?.hangUp();
    });
  }

  attributeChangedCallback() {
    const prompts = (this.getAttribute('prompts') ?? '').split('|').flatMap((text) => text.trim() || []);
    this.#parts.prompts.hidden = !prompts.length || this.hasAttribute('data-talked');
    fillPrompts(this.#parts.prompts, prompts, this.words, (text) => this.#say(text));
  }

  #arrive() {
    this.#stay.abort();
    this.#stay = new AbortController();
    this.attributeChangedCallback();
    this.#view.showState(this.#antiphon?.state ?? 'not_connected');
    this.#draw();
    const scope = this.getAttribute('keys');
    if (scope === 'off') return;
    const keys = {
      canTalk: () => !this.#parts.talk.disabled,
      talk: () => this.#talk(),
      talked: () => this.#talked(),
      interrupt: () => this.#antiphon?.interrupt(),
    };
    listenToKeys(scope === 'panel' ? this.#parts.section : document, this.#parts.talk, keys, this.#stay.signal);
  }

  /** @returns {Options} */
  #wish() {
    const { options } = this;
    return {
      ...options,
      // The server that the panel comes from, unless told.
      url: this.getAttribute('server') ?? options.url ?? serverOf(import.meta.url, 'panel/antiphon-panel.js'),
      assistantId: this.getAttribute('assistant') ?? options.assistantId,
      token: this.getAttribute('token') ?? options.token,
      locale: this.getAttribute('lang') ?? options.locale,
    };
  }

  #assemble() {
    const { section, call, talk, interrupt, mute, entry, input } = this.#parts;
    /** @type {ShadowRoot} */ (this.shadowRoot).replaceChildren(section);
    section.addEventListener('click', ({ detail, target }) => {
      // A click by pointer leaves no focus behind on a button, so that the space bar is free to talk with.
      if (detail > 0 && target instanceof Element) target.closest('button')?.blur();
    });
    call.addEventListener('click', () => {
      if (this.antiphon.state === 'not_connected') this.#start();
      else this.antiphon.hangUp();
    });
    interrupt.addEventListener('click', () => this.antiphon.interrupt());
    mute.addEventListener('click', () => {
      const muted = !this.#view.situation.muted;
      this.antiphon.mute(muted);
      this.#view.describe({ muted });
    });
    entry.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = input.value.trim();
      // While the server is away it stands where it was typed, and is sent when the server is back.
      this.#view.situation.unsent = this.#view.situation.away && Boolean(text);
      if (this.#view.situation.away) return;
      input.value = '';
      if (text) this.#say(text);
      if (this.#view.situation.touch) input.blur(); // so that the keyboard gives the page back
    });
    input.addEventListener('input', () => (this.#view.situation.unsent = false)); // it is being written anew
    talk.addEventListener('pointerdown', (event) => {
      talk.setPointerCapture(event.pointerId);
      this.#talk();
    });
    for (const type of ['pointerup', 'pointercancel', 'blur']) talk.addEventListener(type, () => this.#talked());
    // A long press is how one talks, not a wish for a menu.
    talk.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  #start() {
    this.#view.notices.clearAll();
    this.antiphon.connect().catch(() => {}); // `error` and `closed` have told it
  }

  #again() {
    this.antiphon.hangUp();
    this.#start();
  }

  /** Asks for the microphone once more: in this call, where the module can. */
  #tryAgain() {
    const { antiphon } = this;
    if ('useMicrophone' in antiphon && antiphon.useMicrophone instanceof Function) void antiphon.useMicrophone();
    else this.#again();
  }

  /** @param {string} text */
  #say(text) {
    this.#view.showError('');
    if (this.antiphon.state === 'not_connected') this.#start();
    this.antiphon.sendText(text);
  }

  #talk() {
    if (this.#view.situation.talking || !this.antiphon.startTalking()) return;
    this.#view.describe({ talking: true });
  }

  #talked() {
    if (!this.#view.situation.talking) return;
    this.#view.describe({ talking: false });
    this.antiphon.stopTalking();
  }

  #listen() {
    this.#deaf();
    const antiphon = this.#antiphon;
    if (!antiphon) return;
    const ways = {
      again: () => this.#again(),
      tryAgain: () => this.#tryAgain(),
      hear: () => void antiphon.resumePlayback(),
      asks: () => this.getAttribute('confirm') !== 'page',
    };
    const deaf = hear(antiphon, this.#view, ways, () => this.words);
    const stop = antiphon.on('state', ({ state }) => {
      if (state === 'not_connected' || state === 'connecting') this.#talked();
      this.#draw();
    });
    this.#deaf = () => {
      deaf();
      stop();
    };
    this.#view.situation.microphone = antiphon.microphoneStream ? true : undefined;
    if (this.isConnected) this.#view.showState(antiphon.state);
    this.#draw();
  }

  /** The wave moves with the voice that has the floor, where movement is welcome. */
  #draw() {
    cancelAnimationFrame(this.#drawing);
    const antiphon = this.#antiphon;
    const { wave } = this.#parts;
    const moving = antiphon && this.isConnected && antiphon.state !== 'not_connected' && !this.#still.matches;
    if (!moving) {
      this.#meter.close();
      wave.still();
      return;
    }
    const step = () => {
      const stream = antiphon.state === 'ai_speaking' ? antiphon.assistantStream : antiphon.microphoneStream;
      const level = this.#meter.level(stream);
      this.style.setProperty('--antiphon-level', level.toFixed(2));
      wave.push(level);
      this.#drawing = requestAnimationFrame(step);
    };
    step();
  }
}

/** What a page has set before this script was there. @param {any} element @param {string} name */
function early(element, name) {
  if (!Object.hasOwn(element, name)) return undefined;
  const value = element[name];
  delete element[name];
  return value;
}

if (!customElements.get('antiphon-panel')) customElements.define('antiphon-panel', AntiphonPanel);
