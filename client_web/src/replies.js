/**
 * The assistant's replies, as far as they have come.
 * @module
 */

/** @typedef {{turnId: string, responseId: string}} ReplyIds */

export class Replies {
  /** The texts so far, by response. @type {Map<string, string>} */ #texts = new Map();
  /** The reply that is being written or heard. @type {ReplyIds | undefined} */ underWay;

  /**
   * `response.delta` and `response.done`.
   * @param {Record<string, any>} payload
   * @param {boolean} done
   * @returns {ReplyIds & {text: string, done: boolean}}
   */
  written({ turn_id: turnId, response_id: responseId, text }, done) {
    const whole = done ? text : (this.#texts.get(responseId) ?? '') + text;
    if (done) this.#texts.delete(responseId);
    else this.#texts.set(responseId, whole);
    this.underWay = { turnId, responseId };
    return { turnId, responseId, text: whole, done };
  }

  /** `audio.start`. @param {Record<string, any>} payload */
  started({ turn_id: turnId, response_id: responseId }) {
    this.underWay = { turnId, responseId };
  }

  /** `audio.complete` and `response.interrupted`. @param {Record<string, any>} payload */
  ended({ response_id: responseId }) {
    if (responseId === this.underWay?.responseId) this.underWay = undefined;
  }

  /** The floor is not the assistant's any more. */
  yielded() {
    this.underWay = undefined;
  }
}
