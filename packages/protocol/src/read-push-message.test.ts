import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pushMessage, PUSH_TOPICS, type PushMessage } from './push-message.ts';
import { readPushMessage } from './read-push-message.ts';

const MESSAGE: PushMessage = {
  v: 1,
  topic: 'liquidation',
  title: 'Close to liquidation',
  body: 'BTC/USDT ×10 long: 2.1 % away.',
  route: '/pages/lever/index?position=17',
  tag: 'position-17',
  atMs: 1_770_000_000_000,
};

/** Valid, nearly valid and completely wrong values. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    0,
    -1,
    1.5,
    null,
    true,
    [],
    {},
    2 ** 53,
    '//evil.example',
    '/a b',
    '/ü',
    '/x\n',
    'a'.repeat(121),
  ),
  fc.string({ maxLength: 130 }),
  fc.integer(),
);
const nearly = fc.record({
  v: fc.oneof(fc.constant(1), odd),
  topic: fc.oneof(fc.constantFrom(...PUSH_TOPICS), odd),
  title: fc.oneof(fc.string({ maxLength: 121 }), odd),
  body: fc.oneof(fc.string({ maxLength: 601 }), odd),
  route: fc.oneof(fc.constantFrom('/', '/pages/notice/index?id=1', '/a.b/c-d&e=%20'), odd),
  tag: fc.oneof(fc.string({ maxLength: 65 }), odd),
  atMs: fc.oneof(fc.nat(), odd),
});

test('accepts exactly what the protocol’s schema accepts', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(MESSAGE)),
      nearly,
      fc.constantFrom('none', 'one', 'all', 'left out', 'more'),
      (field, other, how) => {
        const value: Record<string, unknown> = how === 'all' ? { ...other } : { ...MESSAGE };
        if (how === 'one') value[field] = other[field as keyof typeof other];
        if (how === 'left out') delete value[field];
        if (how === 'more') value['url'] = 'https://evil.example';
        const text = JSON.stringify(value);
        const parsed: unknown = JSON.parse(text);
        expect(readPushMessage(text)).toEqual(pushMessage.safeParse(parsed).data);
      },
    ),
  );
});

test.each([
  ['title', 0],
  ['title', 1],
  ['title', 120],
  ['title', 121],
  ['body', 0],
  ['body', 600],
  ['body', 601],
  ['tag', 0],
  ['tag', 64],
  ['tag', 65],
] as const)('a %s of %i letters is taken exactly if the protocol takes it', (field, length) => {
  const value = { ...MESSAGE, [field]: 'ก'.repeat(length) };
  expect(readPushMessage(JSON.stringify(value))).toEqual(pushMessage.safeParse(value).data);
});
