/**
 * Typed sentences on their way: none is lost without a word.
 * @module
 */

export class TypedTexts {
  /** By the id of the message that carries them. @type {Map<string, string>} */ #open = new Map();

  /**
   * @param {string} id of the `input.text`
   * @param {string} text
   */
  sent(id, text) {
    this.#open.set(id, text);
  }

  /**
   * `transcript.final`: the server has taken this text as the user's words.
   * @param {string} text
   */
  taken(text) {
    for (const [id, open] of this.#open) {
      if (open.trim() !== text.trim()) continue;
      this.#open.delete(id);
      return;
    }
  }

  /**
   * The server has refused a message.
   * @param {string} id
   * @returns {string | undefined} its text, if it was one of these
   */
  refused(id) {
    const text = this.#open.get(id);
    this.#open.delete(id);
    return text;
  }

  /** The call is over. @returns {string[]} what the server has not taken, oldest first */
  rest() {
    const texts = [...this.#open.values()];
    this.#open.clear();
    return texts;
  }
}
