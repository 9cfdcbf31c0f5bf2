import { describe, expect, it } from 'vitest';
import type { NameHit } from '../../screening/provider.ts';
import { Vault } from '../../vault/vault.ts';
import { addressSubjects, nameSubjects, senderSubjects } from './subjects.ts';

const [OLD, NEW] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const vault = new Vault([OLD]);
const HIT: NameHit = {
  entry: 'x-1:abc',
  list: 'x',
  name: 'Zoltan Fictivus',
  born: [],
  countries: [],
  score: 1,
};
const PERSON = { name: 'Zoltan Fictivus', bornOn: '1961-05-01' };

describe('what a case is about', () => {
  it('is the same for the same person, however the words of the name stand', () => {
    const [subject] = nameSubjects(vault, PERSON, HIT);
    expect(nameSubjects(vault, { ...PERSON, name: 'FICTIVUS,  zoltan' }, HIT)[0]).toBe(subject);
  });

  it.each([
    ['another name', { ...PERSON, name: 'Zoltan Fictivuss' }, HIT],
    ['another date of birth', { ...PERSON, bornOn: '1962-05-01' }, HIT],
    ['another entry', PERSON, { ...HIT, entry: 'x-1:abd' }],
  ])('is something else for %s', (_what, person, hit) => {
    expect(nameSubjects(vault, person, hit)[0]).not.toBe(nameSubjects(vault, PERSON, HIT)[0]);
  });

  it('says nothing of who or what it is', () => {
    const address = { entry: ':0xf1c71710', list: 'x', note: '' };
    for (const [subject] of [
      nameSubjects(vault, PERSON, HIT),
      senderSubjects(vault, 'deposit/17', PERSON.name, HIT),
      addressSubjects(vault, 'deposit/17', address),
    ]) {
      expect(subject).toMatch(/^(deposit\/17:)?[0-9a-f]{64}$/);
    }
    expect(nameSubjects(new Vault([NEW]), PERSON, HIT)[0]).not.toBe(nameSubjects(vault, PERSON, HIT)[0]);
  });

  it('is known under older keys, too', () => {
    const rotated = new Vault([NEW, OLD]);
    expect(nameSubjects(rotated, PERSON, HIT)).toHaveLength(2);
    expect(nameSubjects(rotated, PERSON, HIT)[1]).toBe(nameSubjects(vault, PERSON, HIT)[0]);
  });
});
