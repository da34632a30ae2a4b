import { least } from './least.js';
import { inRows, overADialog } from './rows.js';

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

/*
 * Beside the picture and the button there is room for a word in a line: the hint has a row of its own, as high in every state. So a longer
 * name or hint does not move the button when it is pressed.
 */
@container (18rem < width <= 21rem) {
  :host([compact]:not([folded])) .stage {
    row-gap: 0;
  }

  :host([compact]:not([folded])) .state {
    display: contents;
  }

  :host([compact]:not([folded])) .state-name {
    grid-area: 1 / 2;
  }

  :host([compact]:not([folded])) .call {
    grid-area: 1 / 3;
  }

  :host([compact]:not([folded])) .state-hint {
    grid-area: 2 / 1 / auto / -1;
    min-height: 1.35em;
  }
}

/* On a phone so do the words of a language in which they are longer than in English: else its hint would have four lines there, and three later. */
@container (21rem < width <= 26rem) {
  :host([compact]:not([folded])) .panel:not(:lang(en), :lang(zh)) .stage {
    row-gap: 0;
  }

  :host([compact]:not([folded])) .panel:not(:lang(en), :lang(zh)) .state {
    display: contents;
  }

  :host([compact]:not([folded])) .panel:not(:lang(en), :lang(zh)) .state-name {
    grid-area: 1 / 2;
  }

  :host([compact]:not([folded])) .panel:not(:lang(en), :lang(zh)) .call {
    grid-area: 1 / 3;
  }

  :host([compact]:not([folded])) .panel:not(:lang(en), :lang(zh)) .state-hint {
    grid-area: 2 / 1 / auto / -1;
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

/* A window that is magnified four times and more: the buttons have two rows, the widest one alone. */
@container (max-width: 14rem) {
  .controls {
    flex-wrap: wrap;
  }

  .controls [data-talk] {
    flex-basis: 100%;
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

  /* The last words, in as many lines as there is room for, and nothing that is cut off above them. */
  :host([folded]) .panel > .conversation {
    max-height: 3.25rem;
    padding-block: 0.25rem 0;
    mask-image: none;
  }

  @media (min-height: 19.01rem) {
    :host([folded]:not([slim])) .conversation > :not(:last-child) {
      display: none;
    }
  }

  :host([folded][data-noticed]) .panel > .conversation {
    max-height: 1.75rem;
  }

  :host([folded][data-noticed]) .entry-line.user .text {
    padding-block: 0;
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

${least}

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
