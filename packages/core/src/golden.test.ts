import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Exchange, LOGIC_VERSION } from './exchange.ts';
import { checkpointsOf, decodeGolden } from './testing/golden.ts';
import { upgradeHistory } from './testing/upgrade-history.ts';

const golden = decodeGolden(readFileSync(new URL('testing/golden-journal.jsonl', import.meta.url), 'utf8'));

describe('the golden journal', () => {
  it('was recorded with this LOGIC_VERSION', () => {
    expect(golden.logicVersion).toBe(LOGIC_VERSION);
  });

  it('replays to the recorded outcomes and states (changing them requires a new LOGIC_VERSION)', () => {
    expect(golden.commands.length).toBeGreaterThan(500);
    expect(checkpointsOf(golden.commands)).toEqual(golden.checkpoints);
  });
});

describe('a snapshot of an older version', () => {
  const snapshot = readFileSync(new URL('testing/golden-snapshot-2.bin', import.meta.url));

  it('is read and continued: version 2', () => {
    const replayed = new Exchange();
    for (const [atMs, command] of upgradeHistory())
      expect(replayed.apply(command, atMs)).toHaveProperty('ok', true);
    const upgraded = Exchange.restore(snapshot);
    expect(upgraded.openOrders(1)).toHaveLength(2);
    expect(upgraded.openWithdrawals()).toHaveLength(1);
    expect(upgraded.stateHash()).toBe(replayed.stateHash());
    expect(Exchange.restore(upgraded.snapshot()).stateHash()).toBe(replayed.stateHash());
  });

  it.each([1, LOGIC_VERSION + 1])('is refused when this version cannot read it: version %i', version => {
    const other = Uint8Array.from(snapshot);
    const at = 'tallystick snapshot'.length + 1;
    expect(other[at]).toBe(2);
    other[at] = version;
    expect(() => Exchange.restore(other)).toThrow(`logic version ${version}`);
  });
});
