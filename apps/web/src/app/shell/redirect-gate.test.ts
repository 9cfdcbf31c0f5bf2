import { expect, test } from 'vitest';
import { createRedirectGate } from './redirect-gate.ts';

test('one redirect a second', () => {
  const gate = createRedirectGate();
  expect(gate.enter(5_000)).toBe(0);
  expect(gate.enter(5_000)).toBe(1_000);
  expect(gate.enter(5_999)).toBe(1);
  expect(gate.enter(6_000)).toBe(0);
  expect(gate.enter(6_400)).toBe(600);
});
