/** The state and what can be pressed beside each other, as far as there is room. @param {string} host */
const inRows = (host) => /* css */ `
${host} .panel > :is(.notices, .conversation, .entry) {
  flex: 1 0 100%;
}

/* What is pressed comes last, where it was before. */
${host} :is(.stage, .controls) {
  order: 1;
}

${host} .entry {
  order: 2;
}

${host} .panel {
  flex-flow: row wrap;
  align-items: center;
  gap: 0.4rem 0.75rem;
  padding: 1.4rem 0.75rem 0.6rem;
}

${host} .stage {
  flex: 1 1 14rem;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0.5rem;
}

${host} .controls {
  flex: 1 1 14rem;
}

${host} .orb {
  width: 2.25rem;
  height: 2.25rem;
}

${host} .state-name {
  font-size: 1.125rem;
}

${host} .call {
  grid-column: auto;
  min-height: 2.75rem;
}
`;

/** Over a dialog that leaves little room: what was said last, a line of each, what can be pressed, and the field, in as few rows as it takes. */
const overADialog = /* css */ `
${inRows(':host([slim][folded])')}

:host([slim][folded]) .panel {
  row-gap: 0.3rem;
}

:host([slim][folded]) .orb {
  margin: 0.25rem;
}

:host([slim][folded]) .state-hint,
:host([slim][folded]) .conversation :is(.entry-line.action, .early, .mark),
:host([slim][folded]) .user:has(~ .user),
:host([slim][folded]) .assistant:has(~ .assistant),
/* It asks what was said last. */
:host([slim][folded]) .notices:has([data-kind='question']:not([hidden])) ~ .conversation {
  display: none !important;
}

:host([slim][folded]) .panel > .entry,
:host([slim][folded]) .panel > .conversation:not(:empty) {
  flex: 1 1 14rem;
  min-width: 0;
}

:host([slim][folded]) .panel > .conversation:not(:empty) {
  gap: 0.15rem;
  max-height: none;
  margin: 0;
  padding: 0;
  overflow: hidden;
  mask-image: none;
}

:host([slim][folded]) .entry-line {
  display: flex;
  gap: 0.5rem;
  min-width: 0;
  max-width: 100%;
  font-size: 0.9375rem;
  line-height: 1.35;
}

:host([slim][folded]) .entry-line .text {
  min-width: 0;
  padding-block: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

:host([slim][folded]) .entry-line .unsent {
  flex: none;
  margin: 0;
  padding: 0;
}

/* The least: what was said last, how it stands, and the field; the other buttons come by unfolding. One that has the focus, or is held, stays. */
:host([slim='least'][folded]) .panel {
  column-gap: 0.6rem;
}

:host([slim='least'][folded]) .stage {
  display: contents;
}

:host([slim='least'][folded]) .figure {
  display: grid;
  grid-template-columns: minmax(0, 4.25rem);
  justify-items: center;
  gap: 0;
}

:host([slim='least'][folded]) .orb {
  width: 1.6rem;
  height: 1.6rem;
  margin: 0.15rem;
}

:host([slim='least'][folded]) .state-name {
  font-size: 0.6875rem;
  text-align: center;
}

:host([slim='least'][folded]) .controls:not(:focus-within, :has(:active)) {
  display: none;
}

:host([slim='least'][folded]) .call {
  order: 1;
  flex: none;
  min-width: 0;
  padding: 0 0.9rem;
}

@container (max-width: 26rem) {
  :host([slim='least'][folded]) .call {
    width: 2.75rem;
    padding: 0;
  }

  :host([slim='least'][folded]) .call span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
}

:host([slim='least'][folded]) .panel > .conversation:not(:empty) {
  flex: 1 1 7rem;
}

:host([slim='least'][folded]) .panel > .entry {
  flex: 1 1 15rem;
}
`;

/** What gives way in a narrow or low box, and to a wish for less motion or other colours. */
export const fit = /* css */ `
@container (max-width: 21rem) {
  kbd {
    display: none;
  }

  :is(.stage, .figure) {
    gap: 0.5rem;
  }

  :host(:is([data-talked], [data-noticed], [compact])) .state-name {
    font-size: 1.125rem;
  }

  :host([compact]) .call {
    min-width: 0;
    padding: 0 0.9rem;
  }
}

${overADialog}

@container (max-width: 18rem) {
  :host([compact]) .stage {
    grid-template-columns: auto minmax(0, 1fr);
  }

  :host([compact]) .call {
    grid-column: 1 / -1;
  }

  :host(:is([data-talked], [data-noticed], [compact])) .orb {
    width: 2.75rem;
    height: 2.75rem;
  }

  :host([folded][data-connected]) .stage {
    grid-template-columns: auto minmax(0, 1fr) auto;
  }

  :host([folded][data-connected]) .call {
    grid-column: auto;
    min-height: 2.75rem;
  }

  :host([folded]) .state-hint {
    display: none;
  }

  .controls {
    gap: 0.35rem;
  }

  .controls .button {
    font-size: 0.8125rem;
  }
}

@media (max-height: 46rem) {
  .panel {
    gap: 0.6rem;
    padding-block: 1rem 0.75rem;
  }

  :host(:not([data-talked], [data-noticed], [compact])) .figure {
    gap: 0.75rem;
  }

  @media (min-height: 40rem) {
    :host(:not([data-talked], [data-noticed], [compact])) .orb {
      width: 5rem;
      height: 5rem;
    }
  }
}

/* Beside a notice, the wave and the figures are the first that a low window has no room for. */
@media (max-height: 36rem) {
  :host([data-noticed]:not([compact])) :is(.voice, .timeline) {
    display: none;
  }
}

/* A phone on its side: what must be in reach comes before the wave and the figures. */
@media (max-height: 30rem) {
  :host([compact]) :is(.wave, .timeline, .suggestions) {
    display: none;
  }

  :host(:is([compact], [folded])) .panel {
    gap: 0.4rem;
    padding-block: 1.5rem 0.6rem;
  }

  :host(:not([compact])) :is(.voice, .timeline, .suggestions),
  :host([folded]) .state-hint,
  :host([folded][data-noticed]:not([mode='text'], [slim])) .entry:not(:focus-within) {
    display: none;
  }

  ${inRows(':host([folded])')}

  /* The last words, in as many lines as there is room for. */
  :host([folded]) .panel > .conversation {
    max-height: 3.25rem;
    padding-block: 0.25rem 0;
  }

  :host([folded][data-noticed]) .panel > .conversation {
    max-height: 1.75rem;
    mask-image: none;
  }

  :host([compact]) .orb {
    width: 2.75rem;
    height: 2.75rem;
  }

  /* A notice is whole beside what is pressed. */
  :host([compact][data-noticed]) .orb {
    width: 2.25rem;
    height: 2.25rem;
    margin: 0.25rem;
  }
}

@media (prefers-reduced-motion: no-preference) {
  .button,
  .chip {
    transition: background-color 0.15s;
  }
}

@media (forced-colors: active) {
  .orb {
    border: 2px solid CanvasText;
  }

  .wave i {
    background: CanvasText;
  }
}
`;
