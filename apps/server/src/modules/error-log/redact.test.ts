import { describe, expect, it } from 'vitest';
import { framesOf, redact } from './redact.ts';

describe('what is kept of a message', () => {
  it.each([
    ['invalid input syntax for type integer: "4000 secret"', 'invalid input syntax for type integer: "…"'],
    ['no mailbox ada@example.com there', 'no mailbox …@… there'],
    ['token Zm9vYmFyYmF6cXV4MTIzNDU2 refused', 'token … refused'],
    ['connect to postgres://u:pw@host/db failed', 'connect to …://… failed'],
    ['card 4111111111111111 and +84912345678', 'card … and …'],
    [`it's 'mine' and \`yours\``, `it's "…" and "…"`],
    ['two\nlines\u0000', 'two lines '],
  ])('%j', (message, kept) => {
    expect(redact(message)).toBe(kept);
  });

  it('is short', () => {
    expect(redact('no good '.repeat(1_000)).length).toBe(300);
  });

  it('is quick for a message that quotes a whole body', () => {
    expect(redact(`unexpected ${'a.'.repeat(500_000)}`)).toBe(`unexpected ${'a.'.repeat(500)}`.slice(0, 300));
    expect(redact(`unexpected "my secret ${'a.'.repeat(500_000)}"`)).toBe('unexpected "…"');
  });
});

it('keeps stack frames without the message and the program’s folder', () => {
  const stack = `Error: secret "x"
    at run (file:///srv/any/where/apps/server/src/a.ts:1:2)
    at /srv/any/where/node_modules/pg/lib/client.js:3:4`;
  expect(framesOf(stack)).toBe('at run (apps/server/src/a.ts:1:2)\nat node_modules/pg/lib/client.js:3:4');
  expect(framesOf(undefined)).toBe('');
});
