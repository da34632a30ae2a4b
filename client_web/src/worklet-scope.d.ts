/** What `worklet.js` finds in its global scope (Web Audio API, 1.32), as far as it needs it. */

declare const sampleRate: number;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
