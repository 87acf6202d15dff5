import { parseDocument } from 'yaml';
import { applyEdits, editToValue } from '../../server/src/manifest/edit';
import { readManifest } from '../../server/src/manifest/read';
import { renderManifest } from '../../server/src/manifest/render';
import type { JsonObject, JsonValue } from '../../server/src/merge/json';
import { type MergedObject, mergeObject } from '../../server/src/merge/mergeObject';
import { openApiTopology } from '../../server/src/merge/openApiTopology';
import { untypedTopology } from '../../server/src/merge/topology';
import { fieldOwnership, hideFields } from '../../server/src/session/hiddenFields';
import { defaultSettings } from '../../server/src/protocol/settings';
import type { MergeInput } from './mergeObjects';

/** The merge of three versions of one object, in parts that can be measured. All may be called again and again. */
export interface MergeWork {
  /** Of ours, without hidden fields. */
  readonly text: string;
  /** One parse of the text to a document of the package `yaml`, with nothing read from it. */
  readonly parseYaml: () => unknown;
  /** The merge of objects that have been read. */
  readonly mergeObjects: () => MergedObject;
  /** Reading the text, the merge, and the text edited to what it came to. Throws where one of them fails. */
  readonly mergeText: () => string;
}

/** Reads the versions and renders ours, so that only the work is left to be measured. */
export function prepareMerge({ versions, openApi, kind }: MergeInput): MergeWork {
  const topology = openApiTopology(openApi, kind) ?? untypedTopology;
  const ownership = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true });
  const [base, theirs] = [JSON.parse(versions.base) as JsonObject, JSON.parse(versions.theirs) as JsonObject];
  const text = renderManifest(hideFields(JSON.parse(versions.ours) as JsonObject, ownership));
  const merge = (ours: JsonValue | undefined): MergedObject =>
    mergeObject({ base, ours, theirs, topology, hidden: ownership.hidden, status: 'ignored' });
  const { value } = readManifest(text);
  return {
    text,
    parseYaml: () => parseDocument(text),
    mergeObjects: () => merge(value),
    mergeText: () => {
      const reading = readManifest(text);
      const merged = merge(reading.value);
      if (merged.kind !== 'clean') throw new Error(`the merge is ${merged.kind}`);
      const edits = editToValue(reading, merged.visible, topology);
      if (edits === undefined) throw new Error('the text cannot be edited');
      return applyEdits(text, edits);
    },
  };
}
