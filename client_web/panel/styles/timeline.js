/** Who held the floor when. */
export const timeline = /* css */ `
.timeline {
  flex: 0 1 auto;
  display: flow-root;
  min-height: 1.75rem;
  max-height: 13rem;
  overflow-y: auto;
  color: var(--soft);
  font-size: 0.8125rem;
}

.timeline summary {
  width: fit-content;
  padding: 0.15rem 0.25rem;
  border-radius: 6px;
  cursor: pointer;
  font-variant-numeric: tabular-nums;
}

.timeline summary:focus-visible {
  outline-offset: -3px;
}

.turns {
  display: grid;
  gap: 0.75rem;
  padding: 0.5rem 0.25rem 0.25rem;
}

.bar {
  display: flex;
  gap: 2px;
  height: 0.9rem;
  margin-bottom: 0.3rem;
  border-radius: 4px;
  background: var(--sunk);
}

.bar i {
  width: var(--share);
  min-width: 4px;
  border-radius: 3px;
  background: var(--part);
}

[data-state='user_speaking'] {
  --part: light-dark(#c2301f, #ff8f7d);
}

[data-state='ai_thinking'] {
  --part: light-dark(#6a3fb5, #c3a6ff);
}

[data-state='invoke_action'] {
  --part: light-dark(#a34a00, #ffb066);
}

[data-state='ai_speaking'] {
  --part: light-dark(#155fae, #84bdff);
}

/* Not by colour alone. */
.bar [data-state='user_speaking'] {
  height: 100%;
}

.bar [data-state='ai_thinking'] {
  background: repeating-linear-gradient(90deg, var(--part) 0 3px, transparent 3px 6px);
}

.bar [data-state='invoke_action'] {
  background: repeating-linear-gradient(135deg, var(--part) 0 3px, transparent 3px 5px);
}

.bar [data-state='ai_speaking'] {
  height: 50%;
  align-self: end;
}

.parts {
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.75rem;
  font-variant-numeric: tabular-nums;
}

.parts [data-state]::before {
  content: '';
  display: inline-block;
  width: 0.6rem;
  height: 0.6rem;
  margin-inline-end: 0.3rem;
  border-radius: 2px;
  background: var(--part);
}

.parts .cut {
  color: var(--danger);
  font-weight: 600;
}
`;
