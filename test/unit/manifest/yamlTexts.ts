import fc, { type Arbitrary } from 'fast-check';
import { plainToken, token } from './yamlTokens';

/** A value as it is written behind `key:` or `-`, given the column of that key or dash. */
type Written = (column: number) => string;

const spaces = (count: number): string => ' '.repeat(count);
const blank = fc.constantFrom(' ', ' ', ' ', '  ', '\t');
const comment = fc.constantFrom('', '', '', '', ' # c', '  #', ' # "x: [');

const keys = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'name', 'kind of', 'x.y/z', 'g', 'h', 'i'),
  },
  {
    weight: 3,
    arbitrary: plainToken.filter((word) => !['~', 'null'].includes(word) && !/^\d{20}/.test(word)),
  },
  { weight: 2, arbitrary: fc.constantFrom('"q k"', "'s'", '"<<"', '*b ', '!!str 5', '&b k', '? x\n') },
);

const lines = fc.array(
  fc.constantFrom(
    'line',
    ' more',
    '  deep',
    '',
    '',
    '\ttab',
    '# not',
    'a: b',
    '- x',
    'end ',
    '   ',
    '---',
    '"',
  ),
  { maxLength: 5 },
);

const scalar: Arbitrary<Written> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(blank, token, comment).map((parts) => () => parts.join('')) },
  { weight: 1, arbitrary: comment.map((text) => () => text) },
  {
    weight: 1,
    arbitrary: fc.tuple(plainToken, plainToken, fc.constantFrom(1, 2, 4)).map(
      ([first, second, step]) =>
        (column: number) =>
          ` ${first}\n${spaces(column + step)}${second}`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('|', '>'), fc.constantFrom('', '', '-', '+', '2', '2-', '+2'), comment, lines)
      .map(
        ([style, signs, behind, text]) =>
          (column: number) =>
            ` ${style}${signs}${behind}${text.map((line) => `\n${line === '' ? '' : spaces(column + 2)}${line}`).join('')}`,
      ),
  },
);

const gap = fc.constantFrom('', '', ' ', ' ', '\n  ', '\n', '\n # c\n   ');
const flowKeys = keys.filter((key) => !/[?\n]/.test(key));

const { flow } = fc.letrec<{ flow: string; list: string; map: string }>((tie) => ({
  flow: fc.oneof({ maxDepth: 2 }, token, tie('list'), tie('map')),
  list: fc
    .tuple(fc.array(fc.tuple(gap, tie('flow')), { maxLength: 3 }), fc.constantFrom('', '', ','), gap)
    .map(
      ([items, end, before]) =>
        `[${items.map((item) => item.join('')).join(',')}${items.length > 0 ? end : ''}${before}]`,
    ),
  map: fc
    .tuple(
      fc.array(fc.tuple(gap, flowKeys, fc.constantFrom(': ', ': ', ' : ', ':'), tie('flow')), {
        maxLength: 3,
      }),
      gap,
    )
    .map(([entries, before]) => `{${entries.map((entry) => entry.join('')).join(',')}${before}}`),
}));

const property = fc.oneof(
  { weight: 40, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constantFrom('&a', '&b', '&c-1') },
  { weight: 1, arbitrary: fc.constantFrom('!!map', '!!seq', '!local') },
  { weight: 3, arbitrary: fc.constantFrom('*a', '*b', '*c-1') },
);

const colon = fc.constantFrom(':', ':', ':', ' :');

/** Comments, empty lines or nothing above an entry. */
const above = fc.constantFrom('', '', '', '', '', '\n', '# c\n', '  # deeper\n', '\n# apart\n\n');

const { value } = fc.letrec<{ value: Written; content: Written; map: Written; list: Written }>((tie) => ({
  value: fc.tuple(property, tie('content')).map(([mark, content]) => (column) => {
    if (mark.startsWith('*')) return ` ${mark}`;
    return mark === '' ? content(column) : ` ${mark}${content(column)}`;
  }),
  content: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.tuple(flow, comment).map((parts) => () => ` ${parts.join('')}`) },
    { weight: 3, arbitrary: fc.tuple(tie('map'), fc.constantFrom(2, 2, 2, 4), comment).map(indent) },
    { weight: 2, arbitrary: fc.tuple(tie('list'), fc.constantFrom(0, 0, 2), comment).map(indent) },
  ),
  map: fc
    .uniqueArray(fc.tuple(above, keys, colon, tie('value')), {
      minLength: 1,
      maxLength: 4,
      selector: ([, key]) => key,
    })
    .map(
      (entries) => (column) =>
        entries
          .map(
            ([before, key, sign, written]) =>
              place(before, column) + writeKey(key, sign, column) + written(column),
          )
          .join('\n'),
    ),
  list: fc
    .array(fc.tuple(above, tie('value')), { minLength: 1, maxLength: 3 })
    .map(
      (items) => (column) =>
        items.map(([before, written]) => `${place(before, column)}-${written(column)}`).join('\n'),
    ),
}));

/** An explicit key has its colon on the next line. */
function writeKey(key: string, sign: string, column: number): string {
  return key.endsWith('\n') ? `${key}${spaces(column)}:` : key + sign;
}

function indent([written, step, behind]: [Written, number, string]): Written {
  return (column) => `${behind}\n${written(column + step)}`;
}

function place(before: string, column: number): string {
  return before.replace(/^(?=.)/gm, spaces(column)) + spaces(column);
}

const merges = fc.constantFrom(
  '',
  '',
  '',
  'merged:\n  <<: *a\n',
  'merged:\n  k: 0\n  <<: [*a, {k: 2, m: *b }]\n  l: 5\n',
);

const rootMap = fc
  .tuple(
    fc.uniqueArray(fc.tuple(keys, value), { minLength: 1, maxLength: 5, selector: ([key]) => key }),
    merges,
  )
  .map(
    ([entries, merged]) =>
      anchors + merged + entries.map(([key, written]) => writeKey(key, ':', 0) + written(0)).join('\n'),
  );

const anchors = 'anchors: [&a {k: 1, l: [x]}, &b text, &c-1 0644]\n';

/** Texts of one YAML document whose root is a block map, in every style; most can be read, some cannot. */
export const yamlText: Arbitrary<string> = fc
  .tuple(
    rootMap,
    fc.constantFrom('\n', '\n', '\n', '', '\n\n', '\n# end', '\n...\n'),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
  )
  .map(([text, end, lineEnd]) => (text + end).replaceAll('\n', lineEnd));

/**
 * Such texts with a few characters changed: most cannot be read. No backslash is among them, as JSON.parse of V8 13.6
 * takes a key's escape for another one once it has seen a key that ends with a backslash.
 */
export const mangledText: Arbitrary<string> = fc
  .tuple(
    yamlText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(2),
        fc.constantFrom(...' \n\t:-"\'#[]{},&*!|>?~'.split(''), ': ', '- ', '\n  ', ' #'),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([text, changes]) =>
    changes
      .reduce((changed, [at, removed, inserted]) => {
        const start = at % (changed.length + 1);
        return changed.slice(0, start) + inserted + changed.slice(start + removed);
      }, text)
      .toWellFormed(),
  );
