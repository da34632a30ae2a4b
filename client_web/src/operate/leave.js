/** Where an action leads to another page, the page stays until the result is told: an invocation has exactly one. */

import { AntiphonError } from '../errors.js';

/**
 * Runs `act`; returns what goes on to the other page, if it leads there.
 * @param {() => void} act @returns {(() => void) | undefined}
 */
export function holdNavigation(act) {
  /** @type {(() => void) | undefined} */ let leave;
  /** @type {AntiphonError | undefined} */ let fault;
  const onClick = (/** @type {Event} */ event) => {
    const link = /** @type {HTMLAnchorElement | undefined} */ (
      event.composedPath().find((one) => one instanceof HTMLAnchorElement)
    );
    if (event.defaultPrevented || !link || !leads(link)) return;
    event.preventDefault();
    if (!staysHere(link.target)) fault = openBeside(link);
    else leave = () => location.assign(link.href);
  };
  const onSubmit = (/** @type {SubmitEvent} */ event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return;
    event.preventDefault();
    leave = () => send(form, submitter);
  };
  // Behind every listener of the page: where it does something else with the event, there is nothing to hold.
  const over = new AbortController();
  addEventListener('click', onClick, over);
  addEventListener('submit', onSubmit, over);
  try {
    act();
  } finally {
    over.abort();
  }
  if (fault) throw fault;
  return leave;
}

/** @param {string} target */
const staysHere = (target) =>
  ['', '_self'].includes(target) || (['_top', '_parent'].includes(target) && window.top === window);

/** To another document, and not to a place in this one. @param {HTMLAnchorElement} link */
function leads(link) {
  if (!/^https?:$/.test(link.protocol) || link.hasAttribute('download')) return false;
  return !(link.href.includes('#') && link.href.split('#')[0] === location.href.split('#')[0]); // `#` alone has no hash
}

/** @param {HTMLAnchorElement} link */
function openBeside(link) {
  const opened = open(link.href, link.target);
  if (!opened)
    return new AntiphonError(
      'action.failed',
      'The browser opens no other tab without a click. Allow pop-ups for this page.',
    );
  opened.opener = null;
}

/** As the button would, whose listeners have been heard. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function send(form, submitter) {
  const button = /** @type {HTMLButtonElement | null} */ (submitter);
  if (button?.name) {
    const value = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: button.name,
      value: button.value,
    });
    form.append(value);
  }
  for (const name of ['action', 'method', 'enctype', 'target']) {
    const own = button?.getAttribute(`form${name}`);
    if (own) form.setAttribute(name, own);
  }
  HTMLFormElement.prototype.submit.call(form);
}
