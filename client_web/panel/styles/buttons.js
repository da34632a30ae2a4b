/** Buttons of each kind. */
export const buttons = /* css */ `
/* Buttons. A kind gives its colours; under the mouse its own two are mixed, so that none can become unreadable there. */
.button,
.chip {
  --face: var(--surface);
  --label: var(--ink);
  --rim: var(--edge);
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  margin: 0;
  padding: 0 1.1rem;
  border: 1px solid var(--rim);
  border-radius: 999px;
  background: var(--face);
  color: var(--label);
  font: 500 0.9375rem/1.2 var(--sans);
  cursor: pointer;
}

/* A finger does not hover: what lies where it has touched would stay marked. */
@media (hover: hover) {
  .button:hover:not(:disabled),
  .chip:hover {
    background: color-mix(in oklab, var(--face) 91%, var(--label));
  }
}

.button:disabled {
  border-color: var(--line);
  color: var(--soft);
  cursor: default;
}

.button.primary {
  --face: var(--accent);
  --label: var(--on-accent);
  --rim: var(--accent);
}

.button svg {
  width: 1.25rem;
  height: 1.25rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.button.icon {
  flex: none;
  width: 2.75rem;
  padding: 0;
}

.button.small {
  min-height: 2.25rem;
  padding: 0 0.9rem;
  font-size: 0.875rem;
}

.button.strong,
.controls [aria-pressed='true'] {
  --face: var(--ink);
  --label: var(--surface);
  --rim: var(--ink);
}

/* It stays pressed for the next call, and readable. */
.controls [aria-pressed='true']:disabled {
  --face: var(--sunk);
}

.call {
  min-height: 3rem;
  min-width: 6.75rem;
  font-size: 1rem;
}

/* A handle at the upper edge of a panel that lies over the page. */
.fold {
  display: none;
  position: absolute;
  inset: 0 0 auto;
  place-items: center;
  width: 100%;
  height: 1.5rem;
  padding: 0;
  border: 0;
  border-radius: var(--radius) var(--radius) 0 0;
  background: none;
  color: var(--soft);
  cursor: pointer;
}

.fold svg {
  width: 1.25rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.fold:focus-visible {
  outline-offset: -3px;
}

:host([folded]) .fold svg {
  rotate: 180deg;
}

:host(:is([compact], [folded])) .fold {
  display: grid;
}

:host(:not([data-connected])) .call [data-icon='stop'],
:host([data-connected]) .call [data-icon='microphone'] {
  display: none;
}

:host([data-connected]) .call {
  --face: var(--ink);
  --label: var(--surface);
  --rim: var(--ink);
}

.call [data-icon='stop'] path {
  fill: currentColor;
}
`;
