import { expect } from 'vitest';
import type { BadSnapshot } from '../snapshots/snapshot-store.ts';

/** A kill between a snapshot and its journal entry leaves a snapshot that is skipped. No other fault is allowed. */
export function onlyUnbound({ sequence, reason }: BadSnapshot): void {
  expect(reason, `snapshot ${sequence}`).toBe('the journal does not name its state');
}
