import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { CallFailure } from './call-failure.ts';
import { parseMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=b';

function read(body: string | Buffer, { type = TYPE, files = 1 } = {}): Promise<Record<string, unknown>> {
  return parseMultipart(typeof body === 'string' ? Buffer.from(body) : body, type, files);
}

async function refuses(
  body: string | Buffer,
  options: { type?: string; files?: number } = {},
): Promise<boolean> {
  try {
    await read(body, options);
    return false;
  } catch (error) {
    if (error instanceof CallFailure && error.code === 'invalid_input') return true;
    throw error;
  }
}

const part = (name: string, text: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const FORM = `${part('kind', 'voucher')}--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n\0\xff\r\n--b--\r\n`;

describe('reads', () => {
  it('forms as browsers send them, with any content', async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 60 }).map(each => each.toWellFormed());
    // Browsers write line breaks in names as %0D%0A.
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter(each => !/["\\\r\n]/.test(each));
    const fields = fc.uniqueArray(fc.tuple(name, text), { maxLength: 8, selector: ([each]) => each });
    const bytes = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fields, bytes, async (sent, content) => {
        const form = new FormData();
        for (const [each, value] of sent) form.append(each, value);
        form.append('the file', new Blob([content]), 'holiday.jpg');
        const response = new Response(form);
        const type = response.headers.get('content-type') ?? '';
        const got = await read(Buffer.from(await response.arrayBuffer()), { type });
        // Browsers turn line breaks in texts into CRLF.
        const texts = sent.map(([each, value]) => [each, value.replaceAll(/\r\n|\r|\n/g, '\r\n')]);
        expect(Object.entries(got)).toEqual(
          Object.entries(Object.fromEntries([...texts, ['the file', Buffer.from(content)]])),
        );
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['an empty form', '--b--', {}],
    ['a preamble and an epilogue', `hello\r\n${part('a', '1')}--b--\r\nbye --b`, { a: '1' }],
    ['a name without quotes', `--b\r\nCONTENT-DISPOSITION:form-data;name=a\r\n\r\n1\r\n--b--`, { a: '1' }],
    ['an empty text', `${part('a', '')}--b--`, { a: '' }],
    [
      'a field twice, and three times',
      `${part('a', '1')}${part('a', '2')}${part('a', '3')}--b--`,
      { a: ['1', '2', '3'] },
    ],
    [
      'any name',
      `${part('__proto__', '1')}${part('constructor', '2')}--b--`,
      { ['__proto__']: '1', constructor: '2' },
    ],
  ])('%s', async (_, body, expected) => {
    const got = await read(body);
    expect(Object.entries(got)).toEqual(Object.entries(expected));
    expect(({} as Record<string, unknown>)['0']).toBeUndefined();
  });

  it('a quoted boundary', async () => {
    expect(
      await read('--a b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--a b--', {
        type: 'multipart/form-data; charset=utf-8; boundary="a b"',
      }),
    ).toMatchObject({ x: '1' });
  });
});

describe('refuses', () => {
  it('a form cut off anywhere', async () => {
    const whole = Buffer.from(FORM, 'latin1');
    const end = whole.indexOf('--b--') + '--b--'.length;
    expect(await refuses(whole)).toBe(false);
    for (let length = 0; length < end; length++) expect(await refuses(whole.subarray(0, length))).toBe(true);
    for (let length = end; length <= whole.length; length++)
      expect(await refuses(whole.subarray(0, length))).toBe(false);
  });

  it('anything else, without throwing', async () => {
    const pieces = fc.constantFrom(
      ...[
        '--b',
        '--b--',
        '\r\n',
        '\r\n\r\n',
        'content-disposition: form-data',
        '; name="a"',
        '; filename=',
        'x',
        '"',
        '\\',
        '\0',
        ' ',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async all => {
        expect(await refuses(all.join(''))).toBeTypeOf('boolean');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['none at all', 'multipart/form-data'],
    ['an empty one', 'multipart/form-data; boundary='],
    ['an empty one in quotes', 'multipart/form-data; boundary=""'],
    ['one too long', `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['one that ends in a blank', 'multipart/form-data; boundary="b "'],
    ['one with a line end', 'multipart/form-data; boundary="b\r\n"'],
  ])('a boundary: %s', async (_, type) => {
    expect(await refuses(FORM, { type })).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['no boundary', 'a=1'],
    ['a part without a head', '--b\r\n\r\n1\r\n--b--'],
    ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\n1\r\n--b--'],
    ['an empty name', `${part('', '1')}--b--`],
    ['another disposition', '--b\r\ncontent-disposition: attachment; name="a"\r\n\r\n1\r\n--b--'],
    ['a quote that does not end', '--b\r\ncontent-disposition: form-data; name="a\r\n\r\n1\r\n--b--'],
    ['bare line ends', FORM.replaceAll('\r\n', '\n')],
    [
      'a head that runs into the next part',
      `--b\r\ncontent-disposition: form-data; name="a"\r\n${part('b', '1')}--b--`,
    ],
    [
      'a part of parts',
      '--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: multipart/mixed; boundary=bb\r\n\r\n--bb\r\n\r\n1\r\n--bb--\r\n--b--',
    ],
    ['more parts than any form has', `${part('a', '1').repeat(65)}--b--`],
  ])('%s', async (_, body) => {
    expect(await refuses(body)).toBe(true);
  });

  it('more files than allowed', async () => {
    expect(await refuses(FORM, { files: 0 })).toBe(true);
    expect(await refuses(Buffer.concat([Buffer.from(FORM.slice(0, -7)), Buffer.from(FORM)]))).toBe(true);
  });
});
