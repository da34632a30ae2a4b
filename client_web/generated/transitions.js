/** Made from `server/antiphon/turns/table.py` by `python scripts/docs.py`. */

/** In the order of a conversation. */
export const STATES = /** @type {const} */ ([
  'not_connected',
  'connecting',
  'idle',
  'user_speaking',
  'ai_thinking',
  'ai_speaking',
  'invoke_action',
]);
Object.freeze(STATES);

/** Every way to go: from, trigger, to. `session.close` ends it everywhere. */
export const WAYS = new Set(
  `
not_connected client.connect connecting
connecting server.ready idle
idle input.start user_speaking
idle follow_up user_speaking
idle pending user_speaking
idle server.announce ai_speaking
user_speaking input.end ai_thinking
user_speaking input.timeout ai_thinking
user_speaking input.cancel idle
user_speaking input.timeout idle
ai_thinking response.audio ai_speaking
ai_thinking response.tool invoke_action
ai_thinking input.barge_in user_speaking
ai_speaking audio.complete idle
ai_speaking input.barge_in user_speaking
invoke_action action.result ai_thinking
invoke_action action.done idle
ai_thinking error.recognition idle
ai_thinking response.cancel idle
ai_speaking response.cancel idle
invoke_action response.cancel idle
ai_thinking response.empty idle
idle input.text ai_thinking
ai_thinking response.failed idle
ai_speaking response.failed idle
idle assistant.grant ai_thinking
idle action.result ai_thinking
`.trim().split('\n'),
);
