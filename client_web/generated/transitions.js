/** Made from `server/antiphon/turns/table.py` by `python scripts/docs.py`. */

export const STATES = /** @type {const} */ ([
  'not_connected', 'connecting', 'idle', 'user_speaking', 'ai_thinking', 'ai_speaking', 'invoke_action',
]);
Object.freeze(STATES);

/** From, to, triggers. */
const TABLE = `\
not_connected connecting client.connect
connecting idle server.ready
idle user_speaking input.start follow_up pending
idle ai_speaking server.announce
user_speaking ai_thinking input.end input.timeout
user_speaking idle input.cancel input.timeout
ai_thinking ai_speaking response.audio
ai_thinking invoke_action response.tool
ai_thinking user_speaking input.barge_in
ai_speaking idle audio.complete response.cancel response.failed
ai_speaking user_speaking input.barge_in
invoke_action ai_thinking action.result
invoke_action idle action.done response.cancel
ai_thinking idle error.recognition response.cancel response.empty response.failed
idle ai_thinking input.text assistant.grant action.result`;

/** From, trigger, to. `session.close` ends it everywhere. */
export const WAYS = new Set(
  TABLE.split('\n').flatMap((line) => {
    const [from, to, ...triggers] = line.split(' ');
    return triggers.map((trigger) => `${from} ${trigger} ${to}`);
  }),
);
