/** What outlives a reload of the page, and nothing else. */

const KEY = 'antiphon tea room';

/** @typedef {{cart: [string, number][], theme: string, volume: number, name: string, delivery: string, note: string}} Kept */

/** What was kept; not to be trusted, since anybody can write there. @returns {Partial<Record<keyof Kept, unknown>>} */
export function kept() {
  try {
    return Object(JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {}; // Nothing can be kept here; or it was not we who kept it.
  }
}

/** @param {Partial<Kept>} news */
export function keep(news) {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ ...kept(), ...news }));
  } catch {
    // It is good until the page is left.
  }
}
