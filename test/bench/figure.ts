import type { ControlPlane } from '../cluster/controlPlane';
import type { Defer } from '../run/cleanUp';
import type { Spread } from './statistics';

/** A thing to measure. `name` is what the command line calls it. */
export interface Figure {
  name: string;
  /** Rejects where the measured work has not really happened; never because it was slow. */
  measure: (bench: Bench) => Promise<Row[]>;
}

/** What figures share. What is slow to get is made when a figure first asks for it, and once. */
export interface Bench {
  /** API server and etcd alone: nobody but the figures writes. */
  controlPlane: () => Promise<ControlPlane>;
  packed: () => Promise<PackedExtension>;
  /** How many measurements are wanted, of `full` that make a good figure. */
  rounds: (full: number) => number;
  defer: Defer;
}

/** Paths of the extension packed from this checkout, and of the bundles in it. */
export interface PackedExtension {
  vsix: string;
  clientBundle: string;
  serverBundle: string;
}

/** One line of the table. */
export interface Row {
  figure: string;
  target: string;
  unit: Quantity['unit'];
  measured: Spread;
  /** What of `measured` is held against the limit. */
  judgedBy: 'median' | 'p95';
  /** What it must not exceed, and what it must reach, in the unit of `measured`; absent where that is no target. */
  limit?: number;
  floor?: number;
  /** What the measured value is made of, as medians, e.g. `{ 'bare GET': { value: 1.82, unit: 'ms' } }`. */
  medians: Record<string, Quantity>;
}

export interface Quantity {
  value: number;
  unit: '×' | 'ms' | 'MB' | 'triples' | 'saves/s' | 'connections' | 'requests' | 'writes/s';
}
