/** Colours, sizes, and the box. `--antiphon-*` are for the page to set. */
export const base = /* css */ `
:host {
  --hue: light-dark(#5f655f, #a3ada6);
  --on-hue: light-dark(#ffffff, #10140f);
  color-scheme: light dark;
  display: block;
  /* A magnified window is narrower than that, margins included. */
  min-width: min(17rem, 100vw - 2rem);
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
  position: relative;
}

:host(:is([compact], [folded])) .panel {
  padding-top: 1.6rem;
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
.figure,
.voice,
.notice,
.controls,
.entry {
  flex: none;
}
`;
