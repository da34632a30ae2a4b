/**
 * `<antiphon-panel>` in JSX, for React 19 and later ones: it sets the properties `options`, `antiphon` and `words` as such. An
 * application imports it once, `import type {} from 'antiphon/react'`; nothing is loaded by that.
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Antiphon } from '../antiphon.js';
import type { Options } from '../types.js';
import type { AntiphonPanel, PanelAttributes, Words } from './antiphon-panel.js';

type Usual = Omit<DetailedHTMLProps<HTMLAttributes<AntiphonPanel>, AntiphonPanel>, keyof PanelAttributes | 'children'>;

export interface AntiphonPanelProps extends Usual, PanelAttributes {
  /** Set before the first call. */
  options?: Options;
  antiphon?: Antiphon;
  words?: Partial<Words>;
  /** In the kebab case that React passes on to a custom element. */
  'onantiphon-attached'?: (event: CustomEvent<{ antiphon: Antiphon }>) => void;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'antiphon-panel': AntiphonPanelProps;
    }
  }
}
