import { calls, ERROR_CODES, type Call } from '@tallystick/protocol';
import { expect, it } from 'vitest';
import { HELP_ARTICLES } from './articles.ts';
import { DESK_CODES, ERROR_ARTICLES, TRANSPORT_ARTICLES } from './error-articles.ts';
import { REASON_ARTICLES } from './reason-articles.ts';

const slugs = HELP_ARTICLES.map(({ slug }) => slug);

it('every error code leads to an article, or is met at the desk alone', () => {
  const known = [...Object.keys(ERROR_ARTICLES), ...DESK_CODES];
  expect(known.toSorted()).toEqual([...ERROR_CODES].toSorted());
});

it('no call of customers names a code of the desk', () => {
  const met = new Set(Object.values<Call>(calls).flatMap(call => call.errors ?? []));
  expect(DESK_CODES.filter(code => met.has(code))).toEqual([]);
});

it('every article that a refusal, a hold, a halt or a lost answer leads to exists', () => {
  const reasons = Object.values(REASON_ARTICLES).flatMap(of => Object.values(of));
  const targets = [...Object.values(ERROR_ARTICLES), ...Object.values(TRANSPORT_ARTICLES), ...reasons];
  expect(slugs).toEqual(expect.arrayContaining(targets.filter(slug => slug !== null)));
});
