/** A page in TypeScript that imports the module: the types stand by themselves, and refuse what is wrong. */

import { Antiphon, AntiphonError, connect, STATES, type Events, type VipState } from '../antiphon.js';
import { feed } from '../feed.js';
import '../panel/antiphon-panel.js';

const antiphon: Antiphon = await connect({
  url: 'https://voice.example',
  turnEvents: true,
  narration: () => 'A page with one lamp.',
  outline: { blocks: [{ kind: 'choice', name: 'Lamp', options: [{ name: 'On', on: true }] }] },
  actions: {
    switch_lamp: {
      description: 'Switch the lamp',
      parameters: { type: 'object' },
      run: ({ to }, { signal }) => signal.aborted || to,
    },
  },
});
const state: VipState = antiphon.state;
const known: boolean = STATES.includes(state);
const stop: () => void = antiphon.on('microphone', ({ available, message }: Events['microphone']) => {
  if (!available) console.info(message?.length, known);
});
for (const { id, kind } of await antiphon.devices()) if (kind === 'microphone') await antiphon.useMicrophone(id);
feed(antiphon, { origin: ['https://app.example'] });
stop();
// @ts-expect-error There is no such event.
antiphon.on('nothing', () => {});
// @ts-expect-error An action needs something to run.
new Antiphon({ actions: { go: { description: 'Go' } } });
// @ts-expect-error Not everybody may listen.
feed(antiphon, {});
// @ts-expect-error There is no such block.
antiphon.narrate('A page.', '/', { blocks: [{ kind: 'tree', name: 'Lamps' }] });
// @ts-expect-error The state is the server's.
antiphon.state = 'idle';

const panel = document.querySelector('antiphon-panel');
if (panel) {
  panel.options = { actions: {} };
  panel.words = { start: 'Anrufen' };
  panel.addEventListener('antiphon-attached', ({ detail }) => detail.antiphon.hangUp());
}
export const attached: Antiphon | undefined = panel?.antiphon;

throw new AntiphonError('action.declined', 'The user said no.');
