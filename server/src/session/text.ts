import { renderManifest } from '../manifest/render';
import type { JsonObject } from '../merge/json';

/** The text that says `target`: `text` with as little of it changed as possible. */
export function rewriteText(text: string, target: JsonObject): string {
  void text;
  return renderManifest(target);
}
