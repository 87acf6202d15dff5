import fc from 'fast-check';

const words = [
  ...[
    'a',
    'key',
    'two words',
    '0644',
    '0o17',
    '08',
    'yes',
    'n',
    'On',
    '~',
    'null',
    '1.5',
    '-1',
    '+1',
    '1_000',
  ],
  ...[
    '0b11',
    '-0b1',
    '0x1F',
    '1e3',
    '.5',
    '.5_0',
    '-.5',
    '1.',
    '12:30:45',
    '2026-01-02',
    '2001-1-1 1:1:1',
    '9007199254740993',
  ],
  ...[
    '18446744073709551615',
    '99999999999999999999',
    '1e21',
    '1e400',
    '-0',
    '_1',
    '0_7',
    'http://x:80/y',
    'a#b',
  ],
  ...['a:b', '-x', '--flag', '?x', ':x', "it's", 'say "x"', 'C:\\temp', 'größe', '😀', '=', 'x\ty'],
];

const quoted = [
  ...[
    '""',
    '"q"',
    "'q'",
    "'it''s'",
    '"\\t\\x41\\u00e9\\U0001F600\\\\\\""',
    '"a\\\n   b"',
    '"x\n\n  y  "',
    "'x\n  y'",
  ],
  ...['"\\N\\L\\P\\_\\e\\0"', '"x \\\n \\ y"', '"\ttab\t"', "' x '", '"0644"', "'yes'", '"a # b"', '": "'],
];

const tagged = [
  ...[
    '!!str 0644',
    '!!str',
    '!!int "5"',
    '!!int 0x1F',
    '!!float 3',
    '!!float 1_0',
    '!!bool yes',
    '!!bool "off"',
    '!!null ~',
  ],
  ...[
    '!!binary aGk=',
    '!!timestamp 2001-1-1',
    '!local x',
    '! 12',
    '!',
    '!<tag:yaml.org,2002:str> 5',
    '!!int x',
    '!!null x',
  ],
];

export const plainToken = fc.constantFrom(...words);
export const token = fc.oneof(
  { weight: 40, arbitrary: plainToken },
  { weight: 10, arbitrary: fc.constantFrom(...quoted) },
  { weight: 3, arbitrary: fc.constantFrom(...tagged) },
  { weight: 3, arbitrary: fc.constantFrom('*a ', '*b ', '*c-1 ') },
  { weight: 1, arbitrary: fc.constantFrom('.inf', '-.Inf', '%', '*none ') },
);
