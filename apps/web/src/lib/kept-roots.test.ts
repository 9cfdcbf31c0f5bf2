import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => undefined });
const { contradicted, keepRoots, keptRoot } = await import('./kept-roots.ts');

const listed = (point: number, letter: string) => ({ point, record_hash: letter.repeat(64) });

describe('roots of audit points', () => {
  it('are kept as they were seen first, and contradicted by any other', () => {
    expect(contradicted([listed(1, 'a')])).toBeNull();
    keepRoots([listed(1, 'a'), listed(2, 'b')]);
    expect(contradicted([listed(2, 'b'), listed(3, 'c')])).toBeNull();
    keepRoots([listed(1, 'd'), listed(3, 'c')]);
    expect([1, 2, 3, 4].map(point => keptRoot(point)?.[0] ?? null)).toEqual(['a', 'b', 'c', null]);
    expect(contradicted([listed(3, 'c'), listed(1, 'd')])).toEqual({
      point: 1,
      before: 'a'.repeat(64),
      now: 'd'.repeat(64),
    });
  });
});
