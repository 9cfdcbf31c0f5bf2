import { expect, it } from 'vitest';
import { Beats } from './beats.ts';

it('a beat is as old as the time since; what is forgotten or never was is older than anything', () => {
  const beats = new Beats();
  expect(beats.ageMs(0, 5)).toBe(Infinity);
  expect(beats.ageMs(1, 5)).toBe(Infinity);
  for (let i = 1; i <= 300; i++) expect(beats.next(i * 100)).toBe(i);
  expect(beats.ageMs(300, 30_050)).toBe(50);
  expect(beats.ageMs(45, 30_000)).toBe(25_500);
  expect(beats.ageMs(44, 30_000)).toBe(Infinity);
  expect(beats.ageMs(301, 30_000)).toBe(Infinity);
});
