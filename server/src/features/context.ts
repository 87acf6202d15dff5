import type { Settings } from '../protocol/settings';

/** What words depend on besides the document: the time (milliseconds since 1970), and what the user has set. */
export interface FeatureContext {
  readonly now: number;
  readonly settings: Settings;
}
