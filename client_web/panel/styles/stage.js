/** The state, large or in a row, and the voice. */
export const stage = /* css */ `
/* State: a row, or large and in the middle where nothing was said yet and there is room. What is pressed keeps its place below. */
.stage,
.figure {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 1rem;
}

:host([compact]) .figure,
:host(:not([compact])) .stage {
  display: contents;
}

:host(:not([compact])) .controls {
  order: 1;
}

:host(:not([compact])) .call {
  order: 2;
  flex: none;
  align-self: center;
  min-width: 11rem;
  min-height: 3.25rem;
  font-size: 1.0625rem;
}

:host(:not([compact])) .entry {
  order: 3;
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

/* A low box stands at an edge of the page, and its height says where it begins: longer names and hints must not move it. */
:host([compact]) .state-name {
  font-size: 1.1875rem;
}

@container (max-width: 26rem) {
  :host([compact]:not([folded])) .state-hint {
    min-height: 2.7em;
  }
}

@media (min-height: 40rem) {
  :host(:not([data-talked], [data-noticed], [compact])) .figure {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    margin-top: auto;
    text-align: center;
  }

  :host(:not([data-talked], [data-noticed], [compact])) .orb {
    width: 6rem;
    height: 6rem;
    margin: 0.5rem;
  }

  :host(:not([data-talked], [data-noticed], [compact])) .state-name {
    font-size: 1.75rem;
  }

  :host(:not([data-talked], [data-noticed], [compact])) .state-hint {
    font-size: 1rem;
  }
}

/* What is pressed stands at the lower edge, whatever is above it. */
:host(:not([compact], [data-noticed])) .voice,
:host([data-noticed]:not([compact])) .notices {
  margin-bottom: auto;
}

/* Voice: how loud, and which words. */
.voice {
  display: grid;
  gap: 0.25rem;
}

/* What comes with a call has its place before: nothing moves at Start. */
:host(:not([data-connected], [data-talked], [compact])) :is(.voice, .controls) {
  visibility: hidden;
}

:host([data-talked]:not([data-connected], [compact])) .voice {
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

/* The line keeps its place, or what is below would move whenever an answer begins and ends. */
:host(:not([data-vip-state='ai_speaking'])) .caption {
  visibility: hidden;
}

/* A low box has one line for both. */
:host([compact]) :is(.wave, .caption) {
  grid-area: 1 / 1;
  height: 1.5rem;
}

:host([compact][data-vip-state='ai_speaking']) .caption:not(:empty) {
  background: var(--surface);
}

:host([folded]) .voice,
:host([mode='text']) :is(.voice, [data-talk], [data-mute], .call [data-icon='microphone']) {
  display: none;
}

/* One button alone is as wide as its words ask for. */
:host([mode='text']) .controls {
  justify-content: center;
}

:host([mode='text']) .controls .button {
  flex: 0 1 auto;
  min-width: 10rem;
}
`;
