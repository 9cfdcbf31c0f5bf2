import { readFileSync } from 'node:fs';
import { LANGUAGES, pushMessage, NOTIFICATION_EVENTS } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { MESSAGE_KINDS } from '../outbox/texts/text.ts';
import { MESSAGE_TEXTS } from '../outbox/texts/texts.ts';
import { FEED_TELLS } from './feed-kinds.ts';
import { MESSAGE_SUBJECTS } from './messages.ts';
import { cut, payloadOf } from './payload.ts';

const notifications = MESSAGE_KINDS.filter(kind => MESSAGE_SUBJECTS[kind] !== null);
const coverage = readFileSync(new URL('../../../../../docs/coverage.md', import.meta.url), 'utf8');
const routes = [...(coverage.split('## Routes')[1] ?? '').matchAll(/^\| `(.+?)` /gm)].map(
  ([, name = '']) => `/pages/${name}`,
);

/** Every placeholder of every text, filled with an id: no value is longer. */
const texts = LANGUAGES.flatMap(language => notifications.map(kind => MESSAGE_TEXTS[language][kind]));
const names = texts.flatMap(text =>
  [text.subject, ...text.paragraphs].flatMap(line =>
    [...line.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
  ),
);
const values = Object.fromEntries([...names, 'market', 'order'].map(name => [name, '123456789012']));

describe.each(notifications)('%s', kind => {
  it('is a push that the app takes, in every language', () => {
    for (const language of LANGUAGES) {
      const message = payloadOf({ id: 'office-1', customerId: 1, kind, values, atMs: 1 }, language);
      expect(pushMessage.parse(message)).toEqual(message);
      // Push services accept 4,096 bytes; encryption needs 103 of them.
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3_900);
      expect(message.title + message.body).not.toMatch(/[{}]/);
    }
  });

  it('leads to a page of the app', () => {
    const { route } = payloadOf({ id: 'office-1', customerId: 1, kind, values, atMs: 1 }, 'en');
    expect(routes).toContain(route.split('?')[0]);
  });
});

it('what the feed brings is news, each in a category', () => {
  const brought = Object.values(FEED_TELLS).flatMap(said =>
    said === null || typeof said === 'string' ? [] : said,
  );
  for (const kind of brought)
    expect(NOTIFICATION_EVENTS).toHaveProperty(MESSAGE_SUBJECTS[kind]?.event ?? 'nothing');
});

it('texts are cut at a whole character', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe('ab…');
  expect(cut('a😀bc', 3)).toBe('a…');
});
