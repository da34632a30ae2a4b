/** The state and what can be pressed beside each other, as far as there is room. @param {string} host */
export const inRows = (host) => /* css */ `
${host} .panel > :is(.notices, .conversation, .entry) {
  flex: 1 0 100%;
  min-width: 0;
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
  /* The name of the state is whole, or the buttons go below it. */
  grid-template-columns: auto minmax(min-content, 1fr) auto;
  gap: 0.5rem;
}

${host} .controls {
  flex: 1 1 14rem;
}

/* Beside each other they have no room for the names of their keys. */
@container (max-width: 44rem) {
  ${host} kbd {
    display: none;
  }
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

/** The picture of the state over its name, as wide as the longest one. @param {string} host @param {string} widest */
export const smallStage = (host, widest) => /* css */ `
${host} .stage {
  display: contents;
}

${host} .figure {
  display: grid;
  grid-template-columns: minmax(0, ${widest});
  justify-items: center;
  gap: 0;
}

${host} .orb {
  width: 1.6rem;
  height: 1.6rem;
  margin: 0.15rem;
}

${host} .state-name {
  font-size: 0.6875rem;
  text-align: center;
}

${host} .controls:not(:focus-within, :has(:active)) {
  display: none;
}

${host} .call {
  order: 1;
  flex: none;
  min-width: 0;
  padding: 0 0.9rem;
}
`;

/** Its picture alone. @param {string} host */
export const smallCall = (host) => /* css */ `
${host} .call {
  width: 2.75rem;
  padding: 0;
}

${host} .call span {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
`;

/** What was said last by either side, a line each; not where the panel asks, since it asks what was said last. @param {string} host */
export const lastWords = (host) => /* css */ `
${host} .state-hint,
${host} .conversation :is(.entry-line.action, .early, .mark),
${host} .user:has(~ .user),
${host} .assistant:has(~ .assistant),
${host} .notices:has([data-kind='question']:not([hidden])) ~ .conversation {
  display: none !important;
}

${host} .panel > .conversation:not(:empty) {
  flex: 1 1 14rem;
  gap: 0.15rem;
  min-width: 0;
  max-height: none;
  margin: 0;
  padding: 0;
  overflow: hidden;
  mask-image: none;
}

${host} .entry-line {
  display: flex;
  gap: 0.5rem;
  min-width: 0;
  max-width: 100%;
  font-size: 0.9375rem;
  line-height: 1.35;
}

${host} .entry-line .text {
  min-width: 0;
  padding-block: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

${host} .entry-line .unsent {
  flex: none;
  margin: 0;
  padding: 0;
}

${host} .panel > .entry {
  flex: 1 1 14rem;
  min-width: 0;
}
`;

/** Over a dialog that leaves little room: what was said last, a line of each, what can be pressed, and the field, in as few rows as it takes. */
export const overADialog = /* css */ `
${inRows(':host([slim][folded])')}
${lastWords(':host([slim][folded])')}

:host([slim][folded]) .panel {
  row-gap: 0.3rem;
}

:host([slim][folded]) .orb {
  margin: 0.25rem;
}

/* The least: what was said last, how it stands, and the field; the other buttons come by unfolding. One that has the focus, or is held, stays. */
${smallStage(":host([slim='least'][folded])", '4.25rem')}

:host([slim='least'][folded]) .panel {
  column-gap: 0.6rem;
}

@container (max-width: 26rem) {
  ${smallCall(":host([slim='least'][folded])")}
}

:host([slim='least'][folded]) .panel > .conversation:not(:empty) {
  flex: 1 1 7rem;
}

:host([slim='least'][folded]) .panel > .entry {
  flex: 1 1 15rem;
}
`;
