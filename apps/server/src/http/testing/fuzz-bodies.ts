import fc, { type Arbitrary } from 'fast-check';
import type { Written } from './fuzz-values.ts';

/** A repeated field is two of these. */
export type Field = readonly [name: string, value: Written];

export interface Body {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** UTF-8 that also encodes half a surrogate pair, as careless clients send it. */
export function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = Array.from(text, character => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  });
  return Buffer.concat(parts);
}

/** Everything but letters and digits as %xx. */
function escaped(text: string): string {
  return bytesOf(text)
    .toString('latin1')
    .replaceAll(/[^A-Za-z0-9_.~-]/g, each => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

export function queryOf(fields: readonly Field[]): string {
  return fields.map(([name, { text }]) => `${escaped(name)}=${escaped(text)}`).join('&');
}

function formOf(fields: readonly Field[]): Body {
  return { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(queryOf(fields)) };
}

function jsonOf(fields: readonly Field[]): Body {
  const members = fields.map(([name, { json }]) => `${JSON.stringify(name)}:${json}`);
  return { contentType: 'application/json', bytes: Buffer.from(`{${members.join(',')}}`) };
}

const BOUNDARY = 'fuzz-boundary';

interface Spoiling {
  readonly ending: string;
  readonly boundary: string;
  readonly between: string;
  readonly headers: string;
  readonly times: number;
  readonly file: string | null;
}

const spoiling: Arbitrary<Spoiling> = fc.record({
  ending: fc.constantFrom(
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}--\r\n`,
    '',
    `--${BOUNDARY}`,
    '--',
    `--${BOUNDARY}--`,
  ),
  boundary: fc.constantFrom(
    BOUNDARY,
    BOUNDARY,
    BOUNDARY,
    `"${BOUNDARY}"`,
    '',
    'other',
    'x'.repeat(80),
    '"\\"',
    `${BOUNDARY}; x=y`,
  ),
  between: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', ' \r\n', '', '\r\n\r\n'),
  headers: fc.constantFrom(
    ...['', '', '', '\r\ncontent-type: application/json', '\r\ncontent-type: text/plain; charset=utf-16'],
    ...[
      '\r\ncontent-type: multipart/mixed; boundary=inner',
      `\r\nx: ${'y'.repeat(9_000)}`,
      '\r\ncontent-transfer-encoding: base64',
    ],
    ...['\r\ncontent-disposition: form-data; name="again"', '\r\nno colon', '\r\n folded', '\0'],
  ),
  times: fc.constantFrom(1, 1, 1, 1, 1, 2, 500),
  file: fc.constantFrom(null, null, 'file', 'other', '__proto__', ''),
});

function multipartOf(
  fields: readonly Field[],
  { ending, boundary, between, headers, times, file }: Spoiling,
): Body {
  const head = (name: string, more: string): string =>
    `--${BOUNDARY}${between}content-disposition: form-data; name="${name}"${more}${headers}\r\n\r\n`;
  const parts = fields.flatMap(([name, { text }]) => [
    bytesOf(head(name, '')),
    bytesOf(text),
    Buffer.from('\r\n'),
  ]);
  const repeated = Array.from({ length: times }, () => parts).flat();
  if (file !== null)
    repeated.push(Buffer.from(`${head(file, '; filename="a.png"')}\x89PNG\r\n\x1a\n\r\n`, 'latin1'));
  return {
    contentType: `multipart/form-data${boundary === '' ? '' : `; boundary=${boundary}`}`,
    bytes: Buffer.concat([...repeated, Buffer.from(ending)]),
  };
}

const CONTENT_TYPES = [
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=latin1',
    'text/plain',
  ],
  ...[
    'application/json;',
    'application/json, text/html',
    'multipart/mixed; boundary=x',
    'multipart/form-data',
    '',
    '/',
    ';',
    'a/b/c',
  ],
  ...[
    'application/jsonx',
    'APPLICATION/JSON',
    'application/octet-stream',
    'x'.repeat(2_000),
    'text/html; é',
    'application/__proto__',
  ],
];

const WHOLE = [
  ...[
    '',
    '{',
    '[]',
    '"text"',
    '17',
    'null',
    'true',
    '{"a":1}x',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '&&&&',
    '=',
    '%',
    'a[b][c]=1',
    '\0',
  ],
  '['.repeat(20_000),
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  'a=1&'.repeat(2_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
];

/** The fields in any encoding of a body, in a wrong one, or damaged. */
export function bodyOf(fields: Arbitrary<readonly Field[]>): Arbitrary<Body> {
  const proper = fc.oneof(
    { weight: 4, arbitrary: fields.map(formOf) },
    { weight: 6, arbitrary: fields.map(jsonOf) },
    { weight: 2, arbitrary: fc.tuple(fields, spoiling).map(([each, how]) => multipartOf(each, how)) },
  );
  const relabelled = fc.tuple(proper, fc.constantFrom(...CONTENT_TYPES));
  const damaged = fc.tuple(
    proper,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.uint8Array({ maxLength: 4 }),
  );
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    `multipart/form-data; boundary=${BOUNDARY}`,
  ];
  return fc.oneof(
    { weight: 20, arbitrary: proper },
    { weight: 1, arbitrary: relabelled.map(([{ bytes }, contentType]) => ({ bytes, contentType })) },
    {
      weight: 2,
      arbitrary: damaged.map(([{ bytes, contentType }, where, instead]) => {
        const at = Math.floor(where * bytes.length);
        return {
          contentType,
          bytes: Buffer.concat([bytes.subarray(0, at), instead, bytes.subarray(at + 1)]),
        };
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...WHOLE), fc.constantFrom(...types))
        .map(([text, contentType]) => ({ contentType, bytes: Buffer.from(text) })),
    },
  );
}
