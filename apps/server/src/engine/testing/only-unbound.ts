import { expect } from 'vitest';
import type { BadSnapshot } from '../snapshots/snapshot-store.ts';

/** A kill between a snapshot and its journal entry leaves one that is skipped; no other fault is allowed. */
export function onlyUnbound({ sequence, reason }: BadSnapshot): void {
  expect(reason, `snapshot ${sequence}`).toBe('the journal does not name its state');
}
