import { KEYLESS } from '../keys.js';

/** What is pressed, and what is typed. */
export const controls = /* css */ `
/* Controls */
.controls {
  display: flex;
  gap: 0.5rem;
}

/* In a panel as wide as the window they stay together. */
:host(:not([compact])) .controls {
  align-self: center;
  width: min(100%, 36rem);
}

.controls .button {
  flex: 1 1 auto;
  padding: 0 0.4rem;
  font-size: 0.875rem;
  /* In two lines where a language has no shorter words; the key is the second one. */
  flex-wrap: wrap;
  gap: 0 0.5rem;
  text-wrap: balance;
}

[data-talk] {
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}

kbd {
  padding: 0.05rem 0.35rem;
  border: 1px solid color-mix(in oklab, currentColor 40%, transparent);
  border-radius: 5px;
  font: 500 0.6875rem/1.4 var(--sans);
  white-space: nowrap;
}

@media ${KEYLESS} {
  kbd {
    display: none;
  }
}

/* Text */
.entry {
  display: flex;
  gap: 0.5rem;
}

.entry input {
  flex: 1;
  min-width: 0;
  min-height: 2.75rem;
  padding: 0 1.1rem;
  border: 1px solid var(--edge);
  border-radius: 999px;
  background: var(--surface);
  color: inherit;
  font: inherit;
}

.entry input::placeholder {
  color: var(--soft);
  opacity: 1;
}

.suggestions {
  flex: none;
}

/* In a box that is not high enough for all of them they are scrolled, or the field below would be cut off. */
:host(:not([compact])) .suggestions {
  flex: 0 1 auto;
  min-height: 3rem;
  margin-inline: -0.4rem;
  margin-block-end: -0.35rem;
  padding-inline: 0.4rem;
  padding-block-end: 0.35rem;
  overflow-y: auto;
}

.suggestions p {
  margin-bottom: 0.5rem;
  color: var(--soft);
  font-size: 0.8125rem;
}

.suggestions ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
}

.chip {
  padding: 0.25rem 1rem;
  font-size: 0.875rem;
}

:host([compact]) .suggestions ul {
  flex-wrap: nowrap;
  margin: 0 -1.25rem;
  padding: 0.25rem 1.25rem;
  overflow-x: auto;
  scrollbar-width: none;
}

:host([compact]) .chip {
  flex: none;
  white-space: nowrap;
}
`;
