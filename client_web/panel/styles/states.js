/** Each state has a colour, a shape, an icon and a movement of its own, and its name in words (VIP7-VISUAL). */
export const states = /* css */ `
:host([data-vip-state='connecting']) {
  --hue: light-dark(#8a6100, #e3b341);
}

:host([data-vip-state='idle']) {
  --hue: light-dark(#1c6b52, #7fd1b0);
}

:host([data-vip-state='user_speaking']) {
  --hue: light-dark(#c2301f, #ff8f7d);
}

:host([data-vip-state='ai_thinking']) {
  --hue: light-dark(#6a3fb5, #c3a6ff);
}

:host([data-vip-state='ai_speaking']) {
  --hue: light-dark(#155fae, #84bdff);
}

:host([data-vip-state='invoke_action']) {
  --hue: light-dark(#a34a00, #ffb066);
}

:host([data-vip-state='not_connected']) .orb [data-for='not_connected'],
:host([data-vip-state='connecting']) .orb [data-for='connecting'],
:host([data-vip-state='idle'][data-microphone='open']) .orb [data-for='idle'],
:host([data-vip-state='idle'][data-microphone='muted']) .orb [data-for='muted'],
:host(:is([data-vip-state='idle'], [data-vip-state='user_speaking'])[data-microphone='none']) .orb [data-for='typing'],
:host([data-vip-state='user_speaking'][data-microphone='open']) .orb [data-for='user_speaking'],
:host([data-vip-state='user_speaking'][data-microphone='muted']) .orb [data-for='muted'],
:host([data-vip-state='ai_thinking']) .orb [data-for='ai_thinking'],
:host([data-vip-state='ai_speaking']) .orb [data-for='ai_speaking'],
:host([data-vip-state='invoke_action']) .orb [data-for='invoke_action'] {
  display: block;
}

/* Off: an empty, dashed outline. */
:host([data-vip-state='not_connected']) .orb {
  border: 2px dashed var(--hue);
  background: none;
  color: var(--hue);
}

/* On its way: an outline with an arc that goes round. */
:host([data-vip-state='connecting']) .orb {
  border: 2px solid color-mix(in oklab, var(--hue) 25%, transparent);
  background: none;
  color: var(--hue);
}

:host([data-vip-state='connecting']) .ring {
  inset: -2px;
  border: 4px solid transparent;
  border-top-color: var(--hue);
  border-right-color: var(--hue);
}

/* Ready: a thin halo that breathes. */
:host([data-vip-state='idle']) .orb {
  border: 3px solid var(--hue);
  background: color-mix(in oklab, var(--hue) 14%, var(--surface));
  color: var(--hue);
}

:host([data-vip-state='idle']) .ring {
  border: 2px solid color-mix(in oklab, var(--hue) 35%, transparent);
}

/* Listening: a filled disc, and a halo as wide as the voice. */
:host([data-vip-state='user_speaking']) .ring {
  inset: -5%;
  background: color-mix(in oklab, var(--hue) 26%, transparent);
  transform: scale(calc(1.06 + var(--antiphon-level, 0.5) * 0.18));
  z-index: -1;
}

.orb [data-for='user_speaking'] path {
  transform-origin: center;
  transform-box: fill-box;
}

/* Muted, or with no microphone, it listens to nothing, whoever the floor is given to: as where it is ready. */
:host([data-vip-state='user_speaking']:not([data-microphone='open'])) {
  --hue: light-dark(#5f655f, #a3ada6);
  --antiphon-level: 0 !important;
}

:host([data-vip-state='user_speaking'][data-microphone='none']) {
  --hue: light-dark(#1c6b52, #7fd1b0);
}

:host([data-vip-state='user_speaking']:not([data-microphone='open'])) .orb {
  border: 3px solid var(--hue);
  background: color-mix(in oklab, var(--hue) 14%, var(--surface));
  color: var(--hue);
}

:host([data-vip-state='user_speaking']:not([data-microphone='open'])) .ring {
  background: none;
  transform: none;
}

/* Thinking: a disc in a dotted circle. */
:host([data-vip-state='ai_thinking']) .ring {
  border: 3px dotted var(--hue);
}

.orb [data-for='ai_thinking'] path {
  fill: currentColor;
  stroke: none;
}

/* Speaking: rings that leave. */
:host([data-vip-state='ai_speaking']) .ring {
  inset: -8%;
  border: 3px solid var(--hue);
  transform: scale(calc(1 + var(--antiphon-level, 0.5) * 0.06));
}

:host([data-vip-state='ai_speaking']) .ring::after {
  content: '';
  position: absolute;
  inset: -9%;
  border: 2px solid color-mix(in oklab, var(--hue) 45%, transparent);
  border-radius: inherit;
}

.orb [data-for='ai_speaking'] path:first-child {
  fill: currentColor;
}

/* Acting: no circle at all. */
:host([data-vip-state='invoke_action']) .orb {
  border-radius: 28%;
}

:host([data-vip-state='invoke_action']) .ring {
  inset: -8%;
  border: 3px solid color-mix(in oklab, var(--hue) 45%, transparent);
}

.orb [data-for='invoke_action'] path {
  fill: currentColor;
}

/* The wave is that of whoever speaks: the user's grows both ways, the assistant's stands on a line. */
:host([data-vip-state='user_speaking']) .wave i,
:host([data-vip-state='ai_speaking']) .wave i {
  --bar: var(--level);
  background: var(--hue);
}

:host([data-vip-state='ai_speaking']) .wave {
  align-items: flex-end;
}

/* The assistant's voice comes from its side, and waits while it is held. */
:host([data-vip-state='ai_speaking']) .wave:dir(ltr) {
  flex-direction: row-reverse;
}

/* The line is down: a broken outline, whatever the state. */
:host([data-reconnecting]) .orb {
  outline: 2px dashed var(--danger);
  outline-offset: 4px;
}

:host([data-reconnecting]) .wave i {
  opacity: 0.4;
}

@media (prefers-reduced-motion: no-preference) {
  :host([data-vip-state='connecting']) .ring {
    animation: turn 1.1s linear infinite;
  }

  :host([data-vip-state='idle']) .ring {
    animation: breathe 4s ease-in-out infinite;
  }

  :host([data-vip-state='user_speaking']) .orb [data-for='user_speaking'] path {
    animation: bar 0.9s ease-in-out infinite alternate;
  }

  :host([data-vip-state='user_speaking']) .orb [data-for='user_speaking'] path:nth-child(even) {
    animation-delay: -0.5s;
  }

  :host([data-vip-state='user_speaking']) .orb [data-for='user_speaking'] path:nth-child(3) {
    animation-delay: -0.8s;
  }

  :host([data-vip-state='ai_thinking']) .ring {
    animation: turn 9s linear infinite;
  }

  :host([data-vip-state='ai_thinking']) .orb [data-for='ai_thinking'] path {
    animation: hop 1.2s ease-in-out infinite;
  }

  :host([data-vip-state='ai_thinking']) .orb [data-for='ai_thinking'] path:nth-child(2) {
    animation-delay: 0.15s;
  }

  :host([data-vip-state='ai_thinking']) .orb [data-for='ai_thinking'] path:nth-child(3) {
    animation-delay: 0.3s;
  }

  :host([data-vip-state='ai_speaking']) .ring::after {
    animation: leave 1.6s ease-out infinite;
  }

  :host([data-vip-state='invoke_action']) .ring {
    animation: breathe 0.9s ease-in-out infinite;
  }

  .orb {
    transition:
      background-color 0.2s,
      border-radius 0.2s;
  }
}

@keyframes turn {
  to {
    transform: rotate(1turn);
  }
}

@keyframes breathe {
  50% {
    transform: scale(1.06);
    opacity: 0.5;
  }
}

@keyframes bar {
  from {
    transform: scaleY(0.5);
  }
}

@keyframes hop {
  0%,
  60%,
  100% {
    transform: none;
  }

  30% {
    transform: translateY(-4px);
  }
}

@keyframes leave {
  from {
    opacity: 1;
    transform: scale(0.94);
  }

  to {
    opacity: 0;
    transform: scale(1.12);
  }
}
`;
