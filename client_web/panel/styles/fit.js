/** The state and what can be pressed beside each other, as far as there is room. @param {string} host */
const inRows = (host) => /* css */ `
${host} :is(.notices, .entry) {
  flex: 1 0 100%;
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

/** What gives way in a narrow or low box, and to a wish for less motion or other colours. */
export const fit = /* css */ `
@container (max-width: 21rem) {
  kbd {
    display: none;
  }

  .stage {
    gap: 0.5rem;
  }

  :host(:is([data-talked], [data-noticed], [compact])) .state-name {
    font-size: 1.125rem;
  }

  :host(:is([data-talked], [data-noticed], [compact])) .call {
    min-width: 0;
    padding: 0 0.9rem;
  }
}

/* Over a dialog that leaves little room: what can be pressed, in as few lines as it takes. A field that is being written into stays, or
   the next letters would go elsewhere. */
:host([slim][folded]) :is(.state-hint, .conversation, .entry:not(:focus-within)) {
  display: none;
}

${inRows(':host([slim][folded])')}

@container (max-width: 18rem) {
  :host(:is([data-talked], [data-noticed], [compact])) .stage {
    grid-template-columns: auto minmax(0, 1fr);
  }

  :host(:is([data-talked], [data-noticed], [compact])) .call {
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

  :host(:not([data-talked], [data-noticed], [compact])) .stage {
    gap: 0.75rem;
  }

  :host(:not([data-talked], [data-noticed], [compact])) .orb {
    width: 5rem;
    height: 5rem;
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

  :host([folded]) :is(.state-hint, .conversation),
  :host([folded][data-noticed]) .entry:not(:focus-within) {
    display: none;
  }

  ${inRows(':host([folded])')}

  :host([compact]) .orb {
    width: 2.75rem;
    height: 2.75rem;
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
