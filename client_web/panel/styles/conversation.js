/** What was said, and what does not work. */
export const conversation = /* css */ `
.notices {
  display: grid;
  flex: 0 1 auto;
  min-height: 3rem;
  max-height: 50%;
  overflow-y: auto;
}

.notices:empty {
  display: none;
}

.notice {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0.65rem;
  padding: 0.7rem 0.85rem;
  border-radius: 12px;
  background: var(--danger-surface);
  color: var(--danger);
  font-size: 0.9375rem;
  line-height: 1.45;
}

.notice.calm {
  background: var(--sunk);
  color: var(--ink);
}

.notice .content {
  overflow-wrap: anywhere;
}

.notice .picture {
  width: 1.25rem;
  margin-top: 0.1rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.8;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.ways {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 0.5rem;
}

.close {
  display: grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  margin-block: -0.3rem 0;
  margin-inline: 0 -0.4rem;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  color: inherit;
  cursor: pointer;
}

.close:hover {
  background: color-mix(in oklab, currentColor 12%, transparent);
}

.close svg {
  width: 1.1rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
}

.conversation {
  flex: 1 1000 6rem;
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  min-height: 2.5rem;
  margin: 0 -0.5rem;
  padding: 0.5rem;
  overflow-y: auto;
  overscroll-behavior: contain;
  border-radius: 8px;
  /* What has been scrolled away is not cut through a line. */
  mask-image: linear-gradient(transparent, #000 1.25rem);
}

.conversation:focus-visible {
  outline-offset: -3px;
  mask-image: none;
}

.conversation:empty {
  display: none;
}

/* The newest line is the nearest to the entry. */
.conversation > :first-child {
  margin-top: auto;
}

.entry-line {
  max-width: 88%;
}

.entry-line .who {
  color: var(--soft);
  font-size: 0.75rem;
  font-weight: 500;
}

.entry-line .text {
  overflow-wrap: anywhere;
}

.entry-line .ahead {
  color: var(--soft);
}

.entry-line.user {
  align-self: flex-end;
}

.entry-line.user .who {
  padding-inline-end: 0.9rem;
  text-align: end;
  unicode-bidi: normal;
}

.entry-line.user .text {
  padding: 0.5rem 0.9rem;
  border-radius: 16px;
  border-end-end-radius: 4px;
  background: var(--sunk);
}

.entry-line.partial .text {
  background: none;
  box-shadow: inset 0 0 0 1px var(--line);
  color: var(--soft);
}

.entry-line.action {
  display: flex;
  align-items: baseline;
  gap: 0.5rem;
  padding: 0.35rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 10px;
  font-size: 0.875rem;
  align-self: flex-start;
}

.entry-line.action .who {
  color: var(--accent);
  font-weight: 600;
}

.entry-line.action.error .who {
  color: var(--danger);
}

.unsent {
  margin-top: 0.15rem;
  padding-inline-end: 0.9rem;
  color: var(--soft);
  font-size: 0.8125rem;
  text-align: end;
  unicode-bidi: normal;
  visibility: hidden;
  /* What is on its way arrives before this is seen. */
  animation: unsent 0s 1.5s forwards;
}

:host(:is([data-reconnecting], :not([data-connected]))) .unsent {
  visibility: visible;
}

@keyframes unsent {
  to {
    visibility: visible;
  }
}

.entry-line.pending .text {
  background: none;
  box-shadow: inset 0 0 0 1px var(--line);
}

.entry-line s {
  color: var(--soft);
  text-decoration-thickness: 1px;
}

.mark {
  display: flex;
  align-items: center;
  gap: 0.4rem;
  margin-top: 0.15rem;
  color: var(--danger);
  font-size: 0.8125rem;
  font-weight: 600;
}

.mark::before {
  content: '';
  width: 0.55rem;
  height: 0.55rem;
  border-radius: 2px;
  background: currentColor;
}

:host([compact]) .conversation {
  flex: 0 1000 auto;
  max-height: 10rem;
}

/* What is wrong comes before what could be said. */
:host([compact][data-noticed]) .suggestions {
  display: none;
}

/*
 * A question in a low box is whole, with its answers: what was said gives way, since it asks what was said last. One that is longer than
 * there is room for is scrolled behind its answers.
 */
:host([compact]) .notices:has([data-kind='question']:not([hidden])) {
  min-height: 6rem;
  max-height: none;
}

:host([compact]) [data-kind='question'] .ways {
  position: sticky;
  inset-block-end: 0;
  padding-block: 0.25rem;
  background: inherit;
}

@media (max-height: 46rem) {
  :host([compact]) .notices:has([data-kind='question']:not([hidden])) ~ :is(.conversation, .timeline, .voice) {
    display: none;
  }
}

/* Folded: how it stands, what can be pressed, and the last words; all else is the page's. */
:host([folded]) :is(.suggestions, .timeline) {
  display: none;
}

:host([folded]) .entry-line .who,
:host([compact][data-noticed]) .voice {
  display: none;
}

:host([folded]) .conversation {
  flex: none;
  max-height: 4.25rem;
  min-height: 0;
}

@media (max-height: 42rem) {
  :host([data-noticed]) .suggestions {
    display: none;
  }
}

:host([compact]) .conversation:has(~ .timeline[open]) {
  display: none;
}

@media (prefers-reduced-motion: no-preference) {
  .entry-line {
    animation: arrive 0.25s ease-out;
  }
}

@keyframes arrive {
  from {
    opacity: 0;
    transform: translateY(8px);
  }
}
`;
