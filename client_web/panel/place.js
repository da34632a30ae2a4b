/**
 * Where the panel is: at home, or, where that is inert or covered, in what lies over it. Only what it shows goes there; the
 * element stays where the page has it, since whoever put it there may count on that.
 * @module
 */

import { applyStyle, atEdge, atHome } from './docking.js';
import { Focus } from './focus.js';
import { coverOf, holds, look, move, raise, watchLayers } from './layers.js';
import { best, boxAt, CORNERS, cost, DOT_REM, edges, keptIn, overlap } from './room.js';
import { Spots } from './spots.js';

/** @import { Candidate, Edge, Kept, Tier } from './room.js' */

/** What the other place has of its own. */
/** What is of the panel where it stands alone: that the page behind a dialog is inert, or hidden from readers, is of its place. */
const OWN = ['id', 'style', 'compact', 'slim', 'popover', 'slot', 'inert', 'aria-hidden'];

/** What a pointer does in the panel is not done in the dialog: many close on a click outside of their box. */
const POINTER = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'dblclick'];

/** In what it is at home, as wide as it becomes at an edge. */
const WIDEST_REM = 44;

/** Elements that show nothing of what is in them. */
const HOLLOW = 'video, img, canvas, iframe, object, embed';

export class Place {
  #host;
  #section;
  #make;
  #moved;
  #focus;
  #spots = new Spots();
  /** @type {HTMLElement | undefined} */ guest;
  /** @type {Element | undefined} */ #parent;
  /** Keeps the room at home. */ #room = document.createElement('div');
  #mirror = new MutationObserver((records) => {
    this.#copy();
    if (records.some(({ attributeName }) => attributeName === 'folded')) look();
  });
  /** Whether it gave way, and was to be seen whole before. */ #tucked = false;
  /** Whether it was folded when it left, or gave way. */ #folded = false;

  /** @param {HTMLElement} host @param {HTMLElement} section what it shows @param {() => HTMLElement} make an empty one @param {() => void} moved */
  constructor(host, section, make, moved) {
    this.#host = host;
    this.#section = section;
    this.#make = make;
    this.#moved = moved;
    this.#focus = new Focus(section);
  }

  /** The panel is in the page. @param {AbortSignal} signal ends it */
  arrive(signal) {
    this.#focus.listen(signal);
    watchLayers((top, raised) => {
      this.#update(top, raised);
      this.#focus.changed(top);
      return Boolean(this.guest) || this.#isCalled;
    }, signal);
    const called = new MutationObserver(() => look());
    called.observe(this.#host, { attributeFilter: ['data-connected'] });
    signal.addEventListener('abort', () => called.disconnect());
  }

  /** Something was done in the page. */
  acted() {
    this.#focus.acted();
  }

  /** @param {Element | undefined} top @param {boolean} over whether it was opened anew */
  #update(top, over) {
    const parent = this.#parentIn(top);
    if (!parent) return this.goHome();
    if (parent !== this.#parent || !this.guest?.isConnected) this.#go(parent);
    else if (over && this.guest) raise(this.guest);
    this.#fit(top ?? document.fullscreenElement ?? this.#cover ?? parent);
  }

  goHome() {
    const { guest } = this;
    if (!guest) return;
    const focused = guest.shadowRoot?.activeElement ?? this.#lost;
    this.guest = this.#parent = this.#lost = undefined;
    this.#mirror.disconnect();
    const home = /** @type {ShadowRoot} */ (this.#host.shadowRoot);
    // What was shown beside the page all the time is not drawn again where it is only moved to.
    if (guest.parentElement === document.body) home.append(this.#section);
    else move(home, this.#section);
    this.#room.remove();
    guest.remove();
    if (this.#tucked) this.#host.toggleAttribute('folded', false);
    this.#tucked = false;
    this.#moved();
    const nobody = document.activeElement === null || document.activeElement === document.body;
    if (focused instanceof HTMLElement && nobody) focused.focus({ preventScroll: true });
  }

  /** What had the focus when what it was in was closed. @type {Element | undefined} */ #lost;

  /** What covers it at home, without being modal. @type {Element | undefined} */ #cover;

  get #isCalled() {
    return this.#host.hasAttribute('data-connected');
  }

  /** What lies over the part of it that a call is led by. */
  get #pinned() {
    return this.#isCalled ? this.#spots.coverOf(this.#host, this.guest) : undefined;
  }

  /** @param {Element | undefined} top @returns {Element | undefined} */
  #parentIn(top) {
    const host = this.#host;
    this.#cover = undefined;
    if (!host.isConnected || !host.checkVisibility()) return undefined;
    if (this.#isCalled && !this.guest) this.#spots.note(host, this.#section);
    if (top) return holds(top, host) ? undefined : top;
    const full = document.fullscreenElement;
    this.#cover = full ? undefined : (coverOf(host, this.guest) ?? this.#pinned);
    if (this.#cover) return document.body;
    // A film is covered only by what is being talked to.
    if (!full || holds(full, host) || !this.#isCalled) return undefined;
    return full.matches(HOLLOW) ? document.body : full;
  }

  /** Whether it has not been fitted yet. */ #fresh = false;

  /** @param {Element} parent */
  #go(parent) {
    const focused = this.#root.activeElement;
    const guest = (this.guest ??= this.#make());
    this.#parent = parent;
    move(parent, guest);
    if (this.#section.getRootNode() !== guest.shadowRoot) {
      this.#folded = this.#host.hasAttribute('folded');
      this.#room.style.height = `${this.#section.offsetHeight}px`;
      move(/** @type {ShadowRoot} */ (guest.shadowRoot), this.#section);
      this.#host.shadowRoot?.append(this.#room);
      for (const type of POINTER) guest.addEventListener(type, (event) => event.stopPropagation());
      guest.addEventListener('focusin', () => (this.#lost = guest.shadowRoot?.activeElement ?? undefined));
      guest.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && (this.#lost = undefined));
      this.#mirror.observe(this.#host, { attributes: true });
    }
    this.#copy();
    this.#chosen = undefined;
    this.#fresh = true;
    raise(guest);
    if (focused instanceof HTMLElement && this.#root.activeElement !== focused && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
  }

  get #root() {
    return /** @type {ShadowRoot} */ (this.#section.getRootNode());
  }

  #copy() {
    const { guest } = this;
    if (!guest) return;
    for (const { name, value } of this.#host.attributes) {
      if (!OWN.includes(name) && guest.getAttribute(name) !== value) guest.setAttribute(name, value);
    }
    for (const { name } of [...guest.attributes]) {
      if (!OWN.includes(name) && !this.#host.hasAttribute(name)) guest.removeAttribute(name);
    }
  }

  /** Where it is at home, as long as that is free; else at an edge, and small. @param {Element} over */
  #fit(over) {
    const guest = /** @type {HTMLElement} */ (this.guest);
    const [home, taken] = [this.#host.getBoundingClientRect(), over.getBoundingClientRect()];
    const seen = home.top >= 0 && home.left >= 0 && home.bottom <= innerHeight && home.right <= innerWidth;
    // Its room at home is as high as it was.
    const isOther = this.#host.hasAttribute('folded') !== this.#folded;
    const docked = isOther || !seen || home.width === 0 || overlap(home, taken);
    if (docked && !isOther && !guest.hasAttribute('compact') && !this.#folded) {
      this.#folded = this.#tucked = this.#host.toggleAttribute('folded', true);
      this.#copy();
    }
    guest.toggleAttribute('compact', docked || this.#host.hasAttribute('compact'));
    if (docked) this.#dock(over, taken);
    else {
      this.#chosen = undefined;
      this.#shrink('');
      this.#style(atHome(home, this.#zoom));
    }
    if (!this.#fresh) return;
    this.#fresh = false;
    this.#moved();
  }

  /** Where it lies at an edge, and what that followed from. @type {(Candidate & {from: string, isBeside: boolean, cost: number}) | undefined} */ #chosen;

  /** It stays where it is as long as that is as good as it was: what is pressed does not move. @param {Element} over @param {DOMRect} taken */
  #dock(over, taken) {
    const guest = /** @type {HTMLElement} */ (this.guest);
    const kept = keptIn(over, guest);
    const { left, top, right, bottom } = taken;
    const how = ['folded', 'mode', 'data-noticed', 'data-connected'].map((name) => this.#host.getAttribute(name));
    const from = JSON.stringify([innerWidth, innerHeight, ...[left, top, right, bottom].map(Math.round), ...how, this.#isUsed]);
    const { tier, edge, width } = this.#stays(from, taken, kept) ?? this.#choose(over, taken, kept, from);
    this.#shrink(tier);
    this.#style(atEdge(edge, width, this.#zoom));
  }

  /** Whether something in it has the focus, or is asked, and has to stay in sight. */
  get #isUsed() {
    const { activeElement } = this.#root;
    const isIn = activeElement !== this.#section && this.#section.contains(activeElement) && !activeElement?.matches('.fold');
    return isIn || this.#section.querySelector('[data-kind="question"]') !== null;
  }

  /** @param {string} from @param {DOMRect} taken @param {Kept[]} kept */
  #stays(from, taken, kept) {
    const [chosen, box] = [this.#chosen, this.guest?.getBoundingClientRect()];
    if (!chosen || !box || chosen.from !== from || cost(box, kept) > chosen.cost) return undefined;
    return chosen.isBeside && overlap(box, taken) ? undefined : chosen;
  }

  /** Tries how high it becomes. @param {Element} over @param {DOMRect} taken @param {Kept[]} kept @param {string} from */
  #choose(over, taken, kept, from) {
    const guest = /** @type {HTMLElement} */ (this.guest);
    const window = { width: innerWidth, height: innerHeight };
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const all = edges(taken, window, WIDEST_REM * rem * this.#zoom);
    // A film is covered as little as it goes, and where it has its subtitles not at all.
    const isFull = over.matches(':fullscreen');
    const isFolded = this.#host.hasAttribute('folded');
    /** @type {Tier[]} */ const tiers = isFull ? ['slim'] : isFolded ? ['', 'slim', 'least', 'row'] : [''];
    const places = isFull ? all.filter(([edge]) => edge === 'above') : all;
    const fitted = (/** @type {Tier} */ tier, /** @type {Edge} */ edge, /** @type {number} */ width) => {
      this.#shrink(tier);
      this.#style(atEdge(edge, width, this.#zoom));
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = this.#section;
      const cut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
      return { tier, edge, width, cut, box: boxAt(edge, { width, height: guest.getBoundingClientRect().height }, window) };
    };
    const candidates = tiers.flatMap((tier) => places.map(([edge, width]) => fitted(tier, edge, width)));
    // What fills the window has its title above and its buttons below.
    const [[, across]] = places;
    if (!isFull) for (const tier of tiers.slice(-2)) candidates.push(fitted(tier, 'middle', across));
    const dot = DOT_REM * rem * this.#zoom;
    if (!isFull && isFolded && !this.#isUsed) candidates.push(...CORNERS.map((edge) => fitted('dot', edge, dot)));
    const one = best(candidates, taken, kept);
    this.#chosen = { ...one, from, isBeside: !overlap(one.box, taken), cost: cost(one.box, kept) };
    return this.#chosen;
  }

  /** @param {Tier} tier */
  #shrink(tier) {
    const [guest, value] = [/** @type {HTMLElement} */ (this.guest), tier === 'slim' ? '' : tier];
    if (!tier) guest.removeAttribute('slim');
    else if (guest.getAttribute('slim') !== value) guest.setAttribute('slim', value);
  }

  /** What is around it at home makes it so much larger. */
  get #zoom() {
    return /** @type {{currentCSSZoom?: number}} */ (this.#host).currentCSSZoom ?? 1;
  }

  /** @param {Record<string, string>} where */
  #style(where) {
    applyStyle(/** @type {HTMLElement} */ (this.guest), this.#host, this.#zoom, where);
  }
}
