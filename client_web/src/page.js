/** What the page tells of itself (VIP section 5, 5.3). */

/** @import { Options, Seen, Update } from '../types.js' */

import { AntiphonError } from './errors.js';

/** In bytes: a longer one would be refused, with its action's result. */
const NARRATION_LIMIT = 8 * 1024;

export class Page {
	/** @type {NonNullable<Options['actions']>} */ own = {};
	/** @type {Set<Seen>} */ seen = new Set();
	/** Whether more than the introduction was told. */ changed = false;
	/** @type {Options['narration']} */ #narration = '';
	/** @type {Options['route']} */ #route;
	#told = '';
	/** @type {Set<Update>} */ #due = new Set();

	get actions() {
		let { own } = this;
		for (const one of this.seen) own = one.actions(own);
		return own;
	}

	/** What is left out stays. @param {Options} page */
	change({ actions, narration, route }) {
		this.own = actions ?? this.own;
		this.#narration = narration ?? this.#narration;
		this.#route = route ?? this.#route;
		this.#due.add(actions ? 'actions.update' : 'state.update');
	}

	/** Throws where the page's function does, or says too much. */
	introduction() {
		const state = this.#state();
		this.#due.clear();
		this.changed = false;
		return { ...state, ...this.#registry() };
	}

	/** The state, where it has changed. */
	news() {
		const before = this.#told;
		const state = this.#state();
		this.#due.delete('state.update');
		if (before === this.#told) return {};
		this.changed = true;
		return state;
	}

	*updates() {
		for (const type of this.#due) {
			this.#due.delete(type);
			const payload = type === 'actions.update' ? this.#registry() : this.news();
			if (Object.keys(payload).length === 0) continue;
			this.changed = true;
			yield /** @type {[Update, any]} */ ([type, payload]);
		}
	}

	/** @param {Update} type */
	missed(type) {
		if (type === 'state.update') this.#told = '';
		this.#due.add(type);
	}

	#state() {
		let narration = String(valueOf(this.#narration));
		for (const one of this.seen) narration = one.narration(narration);
		const bytes = new Blob([narration]).size;
		if (bytes > NARRATION_LIMIT) {
			const message = `The narration has ${bytes} bytes; at most ${NARRATION_LIMIT} are allowed.`;
			throw new AntiphonError('protocol.too_large', message);
		}
		const state = { narration, route: this.#route && String(valueOf(this.#route)) };
		this.#told = JSON.stringify(state);
		return state;
	}

	#registry() {
		const entries = Object.entries(this.actions).map(([id, action]) => {
			const { description, followUp: follow_up, confirm, timeoutMs: timeout_ms } = action;
			const parameters = action.parameters ?? { type: 'object', properties: {} };
			return [id, { description, parameters, follow_up, confirm, timeout_ms }];
		});
		return { actions: Object.fromEntries(entries) };
	}
}

/** @template T @param {T | (() => T)} given @returns {T} */
export function valueOf(given) {
	return given instanceof Function ? given() : given;
}
