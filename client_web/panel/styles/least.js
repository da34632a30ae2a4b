import { inRows, lastWords, smallCall, smallStage } from './rows.js';

/** What is left of the stage beside the last words. @param {string} of what the panel has then */
const inOneRow = (of) => inOneRowOf(`:host(${of})`, `:host(${of}:not([mode='text']))`, `:host(${of}[slim]:not([mode='text']))`);

/** @param {string} host @param {string} spoken where there are other ways than to write @param {string} covering the same, over a dialog */
const inOneRowOf = (host, spoken, covering) => /* css */ `
${inRows(host)}
${lastWords(host)}
${smallStage(host, '4.75rem')}

${host} .panel {
  gap: 0.3rem 0.5rem;
  padding-block: 0.25rem;
  padding-inline: 0.25rem 0.6rem;
  overflow-y: auto;
}

${host} .fold {
  position: static;
  flex: none;
  width: 2rem;
  height: 2.75rem;
  border-radius: 999px;
}

${host} .call {
  margin-inline-start: auto;
}

${host} .notices {
  order: -1;
  max-height: none;
}

${host} .voice {
  display: none;
}

${host} .panel > .conversation:not(:empty) {
  flex: 1 1 7rem;
}

${host} .entry-line {
  font-size: 0.875rem;
}

${host} .panel > .entry {
  order: 0;
}

/* The field is there for whoever is in it, and comes by Tab, or by unfolding; over a dialog it takes the place of the last words. */
@container (max-width: 38rem) {
  ${spoken} .panel > .entry:not(:focus-within) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  ${covering} .conversation:has(~ .entry:focus-within) {
    display: none !important;
  }

  ${host} .panel > .entry {
    flex: 1 1 8rem;
  }

  ${host} .panel > .conversation:not(:empty) {
    flex-basis: 4rem;
  }

  ${smallCall(host)}
}
`;

/** Over a dialog that has no room for a row beside what is needed of it: the picture of the state, which unfolds all. */
const aPicture = /* css */ `
:host([slim='dot'][folded]) .panel {
  display: grid;
  place-items: center;
  width: 3rem;
  height: 3rem;
  padding: 0;
  border: 2px solid var(--edge);
  border-radius: 50%;
}

:host([slim='dot'][folded]) :is(.stage, .figure) {
  display: contents;
}

:host([slim='dot'][folded]) .panel > :not(.fold, .stage, .notices, .visually-hidden),
:host([slim='dot'][folded]) :is(.state, .call, .ways, .close) {
  display: none !important;
}

:host([slim='dot'][folded]) .orb {
  width: 2rem;
  height: 2rem;
  margin: 0;
}

:host([slim='dot'][folded][data-noticed]) .panel {
  border-color: var(--danger);
}

/* What comes up is said there too. */
:host([slim='dot'][folded]) .notices {
  position: absolute;
  width: 1px;
  min-height: 0;
  height: 1px;
  clip-path: inset(50%);
}

:host([slim='dot'][folded]) .fold {
  z-index: 1;
  inset: 0;
  height: 100%;
  border-radius: 50%;
}

:host([slim='dot'][folded]) .fold svg {
  display: none;
}
`;

/** Whoever writes reads what is answered, and what they write: the last words come above the field, in two lines that scroll. */
const whileWriting = /* css */ `
@container (max-width: 38rem) {
  /* It comes by Tab beside a notice too: that may say that there is no microphone. */
  :host([folded][data-noticed]:not([mode='text'], [slim])) .entry:not(:focus-within) {
    display: flex;
  }

  :host([folded]:not([slim])) .panel:has(> .entry:focus-within) {
    > .conversation:not(:empty) {
      flex: 1 1 calc(100% - 9rem);
      max-height: 2.4rem;
      overflow-y: auto;
      scrollbar-width: thin;
    }

    .entry-line .text {
      white-space: normal;
    }

    .entry-line .early {
      display: inline !important;
    }

    /* A row with the button of the call. */
    > .entry {
      flex: 1 1 calc(100% - 3.25rem);
    }

    > .entry input {
      padding-inline: 0.5rem;
    }
  }
}
`;

/** A window as low as a magnified one: folded it is a row, and unfolded all of it can be scrolled to. */
const inALowWindow = /* css */ `
@media (max-height: 19rem) {
  ${inOneRow("[folded]:not([slim='dot'])")}
  ${whileWriting}

  :host(:not([folded])) .panel {
    overflow-y: auto;
  }

  :host([compact]:not([folded])) .panel {
    gap: 0.3rem;
    padding: 1.4rem 0.9rem 0.5rem;
  }

  :host([compact]:not([folded])) .stage {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }

  :host([compact]:not([folded])) .orb {
    width: 2.25rem;
    height: 2.25rem;
  }

  :host([compact]:not([folded])) .call {
    grid-column: auto;
    min-height: 2.75rem;
  }

  :host([compact]:not([folded])) :is(.state-hint, .voice) {
    display: none;
  }

  :host(:not([folded])) .notices {
    flex: none;
    max-height: none;
  }

  :host(:not([folded])) .conversation {
    min-height: 3rem;
    padding-block: 0.25rem;
    mask-image: none;
  }
}
`;

/** The least that the panel can be. */
export const least = /* css */ `
${inOneRow("[slim='row'][folded]")}
${inALowWindow}
${aPicture}
`;
