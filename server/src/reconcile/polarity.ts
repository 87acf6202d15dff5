/** What `True` of a condition means: `positive` as for `Ready`, `negative` as for `Degraded`; `neutral` is not known. */
export type Polarity = 'positive' | 'negative' | 'neutral';

/** How a condition reads: `neutral` where it says neither, or where its polarity is not known. */
export type Tone = 'good' | 'bad' | 'neutral';

/**
 * The polarity of a condition type. Kubernetes has no rule for it (API conventions: either may be chosen), so these
 * are the types of its own kinds and of what many controllers share.
 */
export function polarityOf(type: string): Polarity {
  if (positive.has(type) || goals.has(type) || /(?<!Not|Non)Ready$/.test(type)) return 'positive';
  if (negative.has(type) || /(Pressure|Failure|Failed|Error|Unavailable)$/.test(type)) return 'negative';
  return 'neutral';
}

/** The tone of a condition; `status` as it was sent, and nothing but `True` and `False` says anything. */
export function toneOf(condition: { type: string; status?: string; reason?: string }): Tone {
  const { type, status, reason } = condition;
  // Under way, or no longer: only the deadline of a Deployment makes it bad.
  if (type === 'Progressing')
    return status === 'False' && reason === 'ProgressDeadlineExceeded' ? 'bad' : 'neutral';
  const polarity = polarityOf(type);
  if (polarity === 'neutral' || (status !== 'True' && status !== 'False')) return 'neutral';
  if ((status === 'True') === (polarity === 'positive')) return 'good';
  return goals.has(type) ? 'neutral' : 'bad';
}

/** Positive, but reached once and at the end: not to have reached them yet is no fault. */
const goals: ReadonlySet<string> = new Set(['Complete', 'Completed', 'Succeeded', 'SuccessCriteriaMet']);

const positive: ReadonlySet<string> = new Set([
  'AbleToScale',
  'Accepted',
  'Admitted',
  'Approved',
  'Available',
  'Bound',
  'Established',
  'Healthy',
  'Initialized',
  'KubernetesAPIApprovalPolicyConformant',
  'NamesAccepted',
  'PodReadyToStartContainers',
  'PodScheduled',
  'Programmed',
  'Reconciled',
  'ResolvedRefs',
  'ScalingActive',
  'Scheduled',
  'Synced',
  'Valid',
]);

const negative: ReadonlySet<string> = new Set([
  'Degraded',
  'Denied',
  'DisruptionTarget',
  'FailureTarget',
  'NonStructuralSchema',
  'Stalled',
]);
