import type { TargetObject } from './objects';

/** What went wrong: `rule` is a request that should not have been sent, or a text that does not follow. */
export interface Finding {
  kind: 'lost' | 'misplaced' | 'silent' | 'rule';
  target: TargetObject;
  what: string;
}

/** What has happened to each object last, and what was wrong. */
export interface Journal {
  note: (target: TargetObject, line: string) => void;
  /** Tells of a difference with what happened before it; the same one only once. */
  report: (finding: Finding) => void;
  /** Tells of something odd that is no fault; only the first few. */
  remark: (target: TargetObject, what: string) => void;
  readonly findings: Record<Finding['kind'], number>;
}

/** A journal that writes findings as soon as they are known. `round` says how far the run is. */
export function createJournal(options: {
  seed: number;
  round: () => number;
  write: (line: string) => void;
}): Journal {
  const lines = new Map<string, string[]>();
  const reported = new Set<string>();
  let remarks = 0;
  const findings = { lost: 0, misplaced: 0, silent: 0, rule: 0 };
  return {
    findings,
    note({ name }, line) {
      const kept = lines.get(name) ?? [];
      lines.set(name, kept);
      kept.push(`${options.round()} ${new Date().toISOString().slice(14)} ${line}`);
      if (kept.length > keptLines) kept.shift();
    },
    remark({ name }, what) {
      remarks += 1;
      if (remarks > mostRemarks) return;
      options.write(`\nRemark on ${name}, round ${options.round()}, seed ${options.seed}: ${what}`);
      for (const line of lines.get(name)?.slice(-12) ?? []) options.write(`    ${line}`);
    },
    report({ kind, target, what }) {
      const key = `${kind} ${target.name} ${what.replace(/\d{3,}/g, '…')}`;
      findings[kind] += 1;
      if (reported.has(key) || reported.size >= mostReported) return;
      reported.add(key);
      const { seed, round, write } = options;
      write(`\n${kind.toUpperCase()} in ${target.name}, round ${round()}, seed ${seed}: ${what}`);
      for (const line of lines.get(target.name) ?? []) write(`    ${line}`);
    },
  };
}

const keptLines = 40;
/** Whoever has seen so many looks for the cause. */
const mostReported = 12;
const mostRemarks = 5;
