/** The button in the corner, and the box over it. What the page would do to the element itself is overruled. */
export const corner = /* css */ `
:host {
  all: initial !important;
  position: fixed !important;
  zoom: var(--antiphon-zoom, 1) !important;
  z-index: 2147483000 !important;
  inset: max(1rem, env(safe-area-inset-top)) max(1rem, env(safe-area-inset-right))
    max(1rem, env(safe-area-inset-bottom)) max(1rem, env(safe-area-inset-left)) !important;
  display: flex !important;
  flex-direction: column !important;
  justify-content: flex-end !important;
  align-items: flex-end !important;
  gap: 0.75rem !important;
  color-scheme: light dark !important;
  font: 400 1rem/1.5 var(--antiphon-font, ui-sans-serif, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif) !important;
  /* It spans the window, and only what is drawn takes clicks: all else is the page's. */
  pointer-events: none !important;
}

:host([hidden]) {
  display: none !important;
}

:host([data-side='left']) {
  align-items: flex-start !important;
}

:host([data-over~='above']) {
  justify-content: flex-start !important;
}

:host([data-over~='across']) {
  align-items: flex-start !important;
}

:host([data-side='left'][data-over~='across']) {
  align-items: flex-end !important;
}

:host([data-theme='light']) {
  color-scheme: light !important;
}

:host([data-theme='dark']) {
  color-scheme: dark !important;
}

[hidden] {
  display: none !important;
}

.toggle,
.box > * {
  pointer-events: auto;
}

.toggle {
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 3rem;
  margin: 0;
  padding: 0 1.1rem 0 0.9rem;
  border: 1px solid var(--antiphon-edge, light-dark(#8b8f86, #75827a));
  border-radius: 1.5rem;
  background: var(--antiphon-accent, light-dark(#1c6b52, #7fd1b0));
  color: var(--antiphon-on-accent, light-dark(#ffffff, #0d1f18));
  box-shadow: 0 2px 4px rgb(0 0 0 / 0.16), 0 8px 24px -8px rgb(0 0 0 / 0.32);
  font: inherit;
  font-weight: 500;
  cursor: pointer;
}

.toggle:focus-visible {
  outline: 3px solid var(--antiphon-focus, light-dark(#0f4fd0, #9cc2ff));
  outline-offset: 2px;
}

.picture {
  display: contents;
}

.toggle svg {
  flex: none;
  width: 1.4rem;
  height: 1.4rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}

/* The microphone may be open while the box is closed: that must be seen, and looks neither wrong nor like a focus. */
.toggle[data-vip-state]:not([data-vip-state='not_connected'])::after {
  content: '';
  width: 0.625rem;
  height: 0.625rem;
  border-radius: 50%;
  background: currentColor;
  box-shadow: 0 0 0 3px color-mix(in oklab, currentColor 30%, transparent);
}

.box {
  display: flex;
  flex-direction: column;
  min-height: 0;
  width: min(23rem, 100%);
}

/* What it shows is elsewhere, and it keeps its place. */
:host([data-away]) .box {
  visibility: hidden;
}

antiphon-panel {
  flex: 0 1 38rem;
  height: auto;
  min-height: 0;
  border-radius: var(--antiphon-radius, 24px);
  box-shadow: 0 2px 4px rgb(0 0 0 / 0.16), 0 8px 32px -8px rgb(0 0 0 / 0.4);
}

antiphon-panel[folded],
antiphon-panel[compact] {
  flex-basis: auto;
}

.note {
  margin: 0;
  padding: 1rem 1.25rem;
  border: 1px solid var(--antiphon-line, light-dark(#ddd7c9, #354039));
  border-radius: var(--antiphon-radius, 24px);
  background: var(--antiphon-surface, light-dark(#fffefb, #1c221e));
  color: var(--antiphon-ink, light-dark(#1d2420, #eef1ec));
  overflow-wrap: anywhere;
}

@media print {
  :host {
    display: none !important;
  }
}
`;
