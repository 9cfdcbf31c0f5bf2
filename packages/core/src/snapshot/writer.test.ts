import { describe, expect, it } from 'vitest';
import { SnapshotReader } from './reader.ts';
import { SnapshotWriter } from './writer.ts';

const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);

describe('64-bit amounts', () => {
  it.each([0n, 1n, -1n, MOST, LEAST])('%s is read back unchanged', value => {
    const writer = new SnapshotWriter();
    writer.int64(value);
    const reader = new SnapshotReader(writer.finish());
    expect(reader.int64()).toBe(value);
    reader.end();
  });

  it.each([MOST + 1n, LEAST - 1n, 2n ** 64n])('%s is refused', value => {
    expect(() => new SnapshotWriter().int64(value)).toThrow(RangeError);
  });
});
