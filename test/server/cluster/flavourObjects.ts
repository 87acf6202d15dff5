import { customDefinition } from '../../cluster/customDefinition';
/** Its containers are a list by name, their ports one by number and protocol, their args one as a whole. */
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'app',
            image: 'app:1',
            args: ['a', 'b'],
            ports: [{ name: 'dns', containerPort: 53, protocol: 'TCP' }],
          },
          { name: 'log', image: 'log:1' },
        ],
      },
    },
  },
};

/** An object of a custom kind with a list by name. */
export const thing = {
  apiVersion: 'test.example/v1',
  kind: 'Thing',
  metadata: { name: 'one' },
  spec: { list: [{ name: 'a', size: 1 }, { name: 'b' }] },
};

/** The definition of the kind of `thing`. */
export const definition = JSON.stringify(
  customDefinition({
    group: 'test.example',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    properties: {
      spec: {
        type: 'object',
        properties: {
          list: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, size: { type: 'integer' } },
            },
          },
        },
      },
    },
  }),
);
