import { bytesOf } from './texts.js';

/** A failure with a code: what happened, in words for the user. */
export class AntiphonError extends Error {
  /** @param {string} code @param {string} message @param {ErrorOptions} [options] */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'AntiphonError';
    this.code = code;
  }
}

/** Whatever was thrown, as an error with words, if it has any. @param {unknown} thrown */
export function asError(thrown, code = 'client.failed') {
  if (thrown instanceof AntiphonError) return thrown;
  const message = textOf(thrown) || textOf(Object(thrown).message);
  return new AntiphonError(code, message, { cause: thrown });
}

/** @param {unknown} value what was sent or thrown */
export const textOf = (value, otherwise = '') => (typeof value === 'string' ? value : otherwise);

/** Throws where it is longer, in bytes. @param {string} what @param {string} text @param {number} most */
export function fitting(what, text, most) {
  const size = bytesOf(text);
  if (size > most)
    throw new AntiphonError('protocol.too_large', `${what} has ${size} bytes; at most ${most} are allowed.`);
}
