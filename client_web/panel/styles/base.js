/** Colours, sizes, and what is always there. `--antiphon-*` are for the page to set. */
export const base = /* css */ `
:host {
  --hue: light-dark(#5f655f, #a3ada6);
  --on-hue: light-dark(#ffffff, #10140f);
  color-scheme: light dark;
  display: block;
  min-width: 17rem;
  height: 40rem;
  max-height: 100dvh;
}

:host([theme='light']) {
  color-scheme: light;
}

:host([theme='dark']) {
  color-scheme: dark;
}

:host([theme='page']) {
  color-scheme: inherit;
}

:host([hidden]),
[hidden] {
  display: none !important;
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

p,
ul,
ol {
  margin: 0;
  padding: 0;
  list-style: none;
}

:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
}

.panel {
  --surface: var(--antiphon-surface, light-dark(#fffefb, #1c221e));
  --sunk: var(--antiphon-sunk, light-dark(#efebe1, #262e29));
  --ink: var(--antiphon-ink, light-dark(#1d2420, #eef1ec));
  --soft: var(--antiphon-soft, light-dark(#545d57, #a9b5ad));
  --line: var(--antiphon-line, light-dark(#ddd7c9, #354039));
  --edge: var(--antiphon-edge, light-dark(#8b8f86, #75827a));
  --accent: var(--antiphon-accent, light-dark(#1c6b52, #7fd1b0));
  --on-accent: var(--antiphon-on-accent, light-dark(#ffffff, #0d1f18));
  --focus: var(--antiphon-focus, light-dark(#0f4fd0, #9cc2ff));
  --danger: var(--antiphon-danger, light-dark(#a3231c, #ffb4aa));
  --danger-surface: var(--antiphon-danger-surface, light-dark(#fbe9e6, #3a2320));
  --sans: var(--antiphon-font, ui-sans-serif, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif);
  --display: var(--antiphon-display-font, ui-serif, 'New York', 'Iowan Old Style', Charter, Georgia, 'Liberation Serif', serif);
  --radius: var(--antiphon-radius, 24px);
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  height: 100%;
  max-height: inherit;
  padding: 1.25rem 1.25rem 1rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  font: 400 1rem/1.5 var(--sans);
  overflow: hidden;
  container-type: inline-size;
}

/* Words of another direction than the panel's keep their own, and its side. */
p,
.button,
.chip {
  unicode-bidi: plaintext;
}

p {
  text-align: -webkit-match-parent;
  text-align: match-parent;
}

.panel:focus {
  outline: none;
}

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

/* What must be in reach keeps its size; what can be scrolled gives way. */
.stage,
.voice,
.controls,
.entry {
  flex: none;
}

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

.button:hover:not(:disabled),
.chip:hover {
  background: color-mix(in oklab, var(--face) 91%, var(--label));
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

.call {
  min-height: 3rem;
  min-width: 6.75rem;
  font-size: 1rem;
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

/* State: a row, or large and in the middle where nothing was said yet and there is room. */
.stage {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 1rem;
}

.orb {
  position: relative;
  isolation: isolate;
  display: grid;
  place-items: center;
  width: 3.5rem;
  height: 3.5rem;
  margin: 0.4rem;
  border-radius: 50%;
  background: var(--hue);
  color: var(--on-hue);
}

.orb svg {
  display: none;
  width: 46%;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.ring {
  position: absolute;
  inset: -9%;
  border-radius: inherit;
  pointer-events: none;
}

.state-name {
  color: var(--hue);
  font: 500 1.375rem/1.2 var(--display);
}

.state-hint {
  color: var(--soft);
  font-size: 0.875rem;
  line-height: 1.35;
}

:host(:not([data-talked], [data-noticed], [compact])) .stage {
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  margin-top: auto;
  padding-top: 0.75rem;
  text-align: center;
}

:host(:not([data-talked], [data-noticed], [compact])) .orb {
  width: 7.5rem;
  height: 7.5rem;
  margin: 0.75rem;
}

:host(:not([data-talked], [data-noticed], [compact])) .state-name {
  font-size: 1.75rem;
}

:host(:not([data-talked], [data-noticed], [compact])) .state-hint {
  font-size: 1rem;
}

:host(:not([data-talked], [data-noticed], [compact])) .call {
  min-width: 11rem;
  min-height: 3.25rem;
  font-size: 1.0625rem;
}

:host(:not([data-talked], [compact])) .suggestions,
.conversation:empty ~ .suggestions[hidden] ~ .entry {
  margin-top: auto;
}

/* Voice: how loud, and which words. */
.voice {
  display: grid;
  gap: 0.25rem;
}

:host(:not([data-connected])) :is(.voice, .controls) {
  display: none;
}

.wave {
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 1.75rem;
  padding: 0 0.25rem;
}

.wave i {
  --bar: 0;
  width: 3px;
  height: max(3px, calc(var(--bar) * 100%));
  border-radius: 2px;
  background: color-mix(in oklab, var(--hue) 45%, var(--surface));
}

.caption {
  height: 1.5rem;
  overflow: hidden;
  font-weight: 500;
  line-height: 1.5rem;
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;
}

:host(:not([data-vip-state='ai_speaking'])) .caption {
  display: none;
}

:host([compact]) .wave {
  height: 1.25rem;
}

/* Controls */
.controls {
  display: grid;
  grid-template-columns: 1.3fr 1.15fr 0.65fr;
  gap: 0.5rem;
}

.controls .button {
  padding: 0 0.4rem;
  font-size: 0.875rem;
  white-space: nowrap;
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
}

@media (hover: none) {
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

@container (max-width: 18rem) {
  :host(:is([data-talked], [data-noticed], [compact])) .stage {
    grid-template-columns: auto minmax(0, 1fr);
  }

  :host(:is([data-talked], [data-noticed], [compact])) .call {
    grid-column: 1 / -1;
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
