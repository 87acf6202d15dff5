/** Which versions of an object were known before the one of now. Versions are compared for equality only. */
export interface PassedVersions {
  /** The object has this version now. */
  note(version: string): void;
  /**
   * Whether a reading of this version comes from before: from an API server that lags behind, or from a cache. After
   * some such readings in a row it is believed, since a cluster may be brought back from a backup.
   */
  isOlder(version: string): boolean;
}

/** The memory of an object that has this version now. */
export function createPassedVersions(first: string): PassedVersions {
  let known = [first];
  let older = 0;
  return {
    note(version) {
      known = [...known.filter((other) => other !== version), version].slice(-mostVersions);
      older = 0;
    },
    isOlder(version) {
      if (!known.slice(0, -1).includes(version) || older >= mostOlderReadings) return false;
      older += 1;
      return true;
    },
  };
}

const mostVersions = 50;
const mostOlderReadings = 5;
