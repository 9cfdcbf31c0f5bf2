import { expect, it, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => undefined });
vi.resetModules();
const { contradicted, keepProvenRoot, keepRoots, keptRoots } = await import('./kept-roots.ts');

const listed = (point: number, letter: string) => ({ point, record_hash: letter.repeat(64) });
const seen = (): string[] => Object.entries(keptRoots()).map(([point, hash]) => point + hash[0]!);

it('roots of audit points are kept as they were seen first, and contradicted by any other', () => {
  expect(contradicted([listed(1, 'a')])).toBeNull();
  keepProvenRoot(listed(2, 'b'));
  keepRoots([listed(2, 'b'), listed(1, 'a')]);
  expect(contradicted([listed(2, 'b'), listed(3, 'c')])).toBeNull();
  keepProvenRoot(listed(3, 'c'));
  keepRoots([listed(1, 'd'), listed(3, 'd')]);
  keepProvenRoot(listed(3, 'd'));
  expect(seen()).toEqual(['1a', '2b', '3c']);
  expect(contradicted([listed(3, 'c'), listed(1, 'd')])).toEqual({
    point: 1,
    before: 'a'.repeat(64),
    now: 'd'.repeat(64),
  });
});

it('points after the newest that is signed drive nothing out', () => {
  keepRoots(Array.from({ length: 2_000 }, (_, i) => listed(1_000_000 + i, 'f')));
  expect(seen()).toEqual(['1a', '2b', '3c']);
});
