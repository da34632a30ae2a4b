/**
 * Where the controls of the panel are at home, and what the page pins over one of them: a banner at the bottom, a box in a corner. It
 * covers the panel as much as what covers the whole page does, as long as a call is on.
 * @module
 */

/** What a call is led by. */
const LED_BY = '.call, .controls button, .entry input';

/** Under less than such a part of the window, as the bar of a site is, what is scrolled comes out again. */
const BAR = 1 / 6;

export class Spots {
  /** The middles of the controls, as parts of the box of the panel. @type {[number, number][]} */ #spots = [];

  /** It is at home: notes where they are. @param {Element} host @param {Element} section what it shows */
  note(host, section) {
    const home = host.getBoundingClientRect();
    if (!home.width || !home.height) return;
    /** @type {[number, number][]} */ const spots = [...section.querySelectorAll(LED_BY)].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      if (!width || !control.checkVisibility({ visibilityProperty: true })) return [];
      return [[(left + width / 2 - home.left) / home.width, (top + height / 2 - home.top) / home.height]];
    });
    if (spots.length) this.#spots = spots; // what is around it may hide it for a moment
  }

  /** What is pinned over one of them. @param {Element} host @param {Element} [own] what is shown in its place @returns {Element | undefined} */
  coverOf(host, own) {
    const home = host.getBoundingClientRect();
    const path = outwards(host);
    const isStuck = staysInWindow(path);
    for (const [across, down] of this.#spots) {
      const hits = document.elementsFromPoint(home.left + across * home.width, home.top + down * home.height);
      const hit = hits.find((one) => one !== own);
      const cover = hit && pinned(hit, path);
      if (cover && (isStuck || isLarge(cover))) return cover;
    }
    return undefined;
  }
}

/** @param {Node} node shadow trees included */
function outwards(node) {
  const path = [];
  for (let one = /** @type {Node | null} */ (node); one; one = one instanceof ShadowRoot ? one.host : one.parentNode) path.push(one);
  return path;
}

/** Whether no scrolling of the page brings it out from under something. @param {Node[]} path */
function staysInWindow(path) {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement;
  return scrollHeight <= innerHeight + 1 || path.some((one) => one instanceof Element && /fixed|sticky/.test(getComputedStyle(one).position));
}

/** @param {Element} cover */
function isLarge(cover) {
  const { left, top, right, bottom } = cover.getBoundingClientRect();
  const [width, height] = [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)];
  return width * height >= BAR * innerWidth * innerHeight;
}

/** The outermost element that holds the one that is met and stays in the window. @param {Element} hit @param {Node[]} path of the panel */
function pinned(hit, path) {
  /** @type {Element | undefined} */ let found;
  for (const one of outwards(hit)) {
    if (path.includes(one)) break;
    if (one instanceof Element && /fixed|sticky/.test(getComputedStyle(one).position)) found = one;
  }
  return found;
}
