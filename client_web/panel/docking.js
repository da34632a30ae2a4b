/** The styles of the panel where it lies over something: at an edge of the window, or where it is at home. */

/** @import { Edge } from './room.js' */

import { MARGIN } from './room.js';

/** For the page to set; what is inherited inside of a dialog may be other than at home. */
const PROPERTIES = 'surface sunk ink soft line edge accent on-accent focus danger danger-surface font display-font radius'
  .split(' ')
  .map((name) => `--antiphon-${name}`);

/**
 * The look of the panel where it lies over something, whatever the styles of the page are.
 * @param {HTMLElement} guest @param {HTMLElement} host how it looks at home @param {number} zoom @param {Record<string, string>} where
 */
export function applyStyle(guest, host, zoom, where) {
  const look = getComputedStyle(host);
  const style = {
    position: 'fixed',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'none',
    overflow: 'visible',
    translate: 'none',
    transform: 'none',
    'min-width': '0',
    'min-height': '0',
    'pointer-events': 'auto',
    zoom: String(zoom),
    'color-scheme': look.colorScheme,
    direction: look.direction,
    ...where,
  };
  for (const name of PROPERTIES) {
    const value = look.getPropertyValue(name);
    if (value) Object.assign(style, { [name]: value });
  }
  for (const [name, value] of Object.entries(style)) {
    if (guest.style.getPropertyValue(name) !== value) guest.style.setProperty(name, value, 'important');
  }
}

/** @param {DOMRect} home @param {number} zoom */
export function atHome({ top, left, width, height }, zoom) {
  const px = (/** @type {number} */ length) => `${length / zoom}px`;
  return {
    inset: `${px(top)} ${px(innerWidth - left - width)} auto ${px(left)}`,
    width: px(width),
    height: px(height),
    'max-width': 'none',
    'max-height': 'none',
  };
}

/** @param {Edge} edge @param {number} width @param {number} zoom */
export function atEdge(edge, width, zoom) {
  const margin = `${MARGIN / zoom}px`;
  const insets = {
    below: `auto 0px ${margin}`,
    above: `${margin} 0px auto`,
    right: `auto ${margin} ${margin} auto`,
    left: `auto auto ${margin} ${margin}`,
    'upper right': `${margin} ${margin} auto auto`,
    'upper left': `${margin} auto auto ${margin}`,
    middle: '0px',
  };
  const margins = { below: '0 auto', above: '0 auto', middle: 'auto' };
  return {
    inset: insets[edge],
    margin: /** @type {Record<string, string>} */ (margins)[edge] ?? '0',
    width: `${width / zoom}px`,
    height: edge === 'middle' ? 'fit-content' : 'auto',
    'max-width': 'none',
    'max-height': `calc((100dvh - ${2 * MARGIN}px) / ${zoom})`,
  };
}
