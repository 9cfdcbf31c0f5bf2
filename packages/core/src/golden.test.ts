import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOGIC_VERSION } from './exchange.ts';
import { checkpointsOf, decodeGolden } from './testing/golden.ts';

const golden = decodeGolden(readFileSync(new URL('testing/golden-journal.jsonl', import.meta.url), 'utf8'));

describe('the golden journal', () => {
  it('belongs to this version of the logic', () => {
    expect(golden.logicVersion).toBe(LOGIC_VERSION);
  });

  it('replays to the recorded outcomes and states: whoever changes them raises LOGIC_VERSION', () => {
    expect(golden.commands.length).toBeGreaterThan(500);
    expect(checkpointsOf(golden.commands)).toEqual(golden.checkpoints);
  });
});
