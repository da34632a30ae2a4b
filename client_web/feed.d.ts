/** The types of `feed.js`. */

import type { Antiphon } from './antiphon.js';
import type { FeedOptions } from './types.js';

/** Returns what ends it. Throws an `AntiphonError` (`client.feed`) where it is not said exactly who may listen. */
export function feed(antiphon: Antiphon, options: FeedOptions): () => void;
