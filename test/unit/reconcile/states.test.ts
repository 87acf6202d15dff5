import { status, testRollouts } from './objects';

const deleted = { deletionTimestamp: '2026-01-02T03:04:05Z' };

testRollouts('v1 PersistentVolumeClaim', [
  ['bound', status([], { phase: 'Bound' }), 'reached: Bound'],
  ['pending', status([], { phase: 'Pending' }), 'progressing binding: Pending'],
  ['lost', status([], { phase: 'Lost' }), 'stuck Lost'],
  [
    'growing',
    status(['FileSystemResizePending=True: waiting'], { phase: 'Bound' }),
    'progressing resize: Bound, FileSystemResizePending',
  ],
  [
    'about to grow',
    status(['Unused=False', 'Resizing=True'], { phase: 'Bound' }),
    'progressing resize: Bound, Resizing',
  ],
  [
    'of another class soon',
    status(['ModifyingVolume=True'], { phase: 'Bound' }),
    'progressing resize: Bound, ModifyingVolume',
  ],
  ['bound and unused', status(['Unused=True', 'Resizing=False'], { phase: 'Bound' }), 'reached: Bound'],
  [
    'growth refused',
    status(['ControllerResizeError=True'], { phase: 'Bound' }),
    'stuck ControllerResizeError: Bound',
  ],
  [
    'change refused',
    status(['ModifyVolumeError=True'], { phase: 'Bound' }),
    'stuck ModifyVolumeError: Bound',
  ],
  [
    'cannot grow',
    status(['Resizing=True', 'NodeResizeError=True: no room'], { phase: 'Bound' }),
    'stuck NodeResizeError (no room): Bound',
  ],
  ['not seen', {}, 'progressing observation'],
  ['a phase of a later version', status([], { phase: 'Floating' }), 'not tracked, unknown: Floating'],
]);

testRollouts('v1 Node', [
  ['ready', status(['MemoryPressure=False', 'Ready=True/KubeletReady']), 'reached: Ready'],
  [
    'cordoned',
    { spec: { unschedulable: true }, ...status(['Ready=True']) },
    'SchedulingDisabled, done: Ready',
  ],
  [
    'not ready',
    status(['Ready=False/KubeletNotReady: no network']),
    'stuck KubeletNotReady (no network): NotReady',
  ],
  ['lost', status(['Ready=Unknown/NodeStatusUnknown']), 'stuck NodeStatusUnknown: NotReady'],
  ['without a word', status([]), 'not tracked, unknown'],
]);

testRollouts('v1 Namespace', [
  ['active', status([], { phase: 'Active' }), 'reached: Active'],
  ['without a word', {}, 'not tracked, unknown'],
  [
    'being deleted, with what is left',
    {
      metadata: deleted,
      spec: { finalizers: ['kubernetes'] },
      ...status(
        [
          'NamespaceDeletionContentFailure=False',
          'NamespaceContentRemaining=True/SomeResourcesRemain: pods. has 2',
        ],
        { phase: 'Terminating' },
      ),
    },
    'progressing deletion: finalizers kubernetes, pods. has 2',
  ],
  [
    'being deleted, with what others have to clear away',
    { metadata: deleted, ...status(['NamespaceFinalizersRemaining=True/SomeFinalizersRemain: a/b in 1']) },
    'progressing deletion: a/b in 1',
  ],
  [
    'whose deletion fails',
    { metadata: deleted, ...status(['NamespaceDeletionDiscoveryFailure=True/DiscoveryFailed: metrics']) },
    'stuck DiscoveryFailed (metrics)',
  ],
]);

testRollouts('apiextensions.k8s.io/v1 CustomResourceDefinition', [
  ['established', status(['NamesAccepted=True', 'Established=True']), 'reached: Established'],
  [
    'on its way',
    status(['NamesAccepted=True', 'Established=False/Installing']),
    'progressing state: Installing',
  ],
  [
    'names taken',
    status(['NamesAccepted=False/ListKindConflict: taken', 'Established=True']),
    'stuck ListKindConflict (taken)',
  ],
  ['not established', status(['Established=False/NotAccepted']), 'stuck NotAccepted'],
  ['not seen', {}, 'progressing state'],
]);

testRollouts('apiregistration.k8s.io/v1 APIService', [
  ['available', status(['Available=True/Passed']), 'reached: Available'],
  ['not available', status(['Available=False/MissingEndpoints: none']), 'stuck MissingEndpoints (none)'],
  ['not seen', {}, 'progressing state'],
]);
