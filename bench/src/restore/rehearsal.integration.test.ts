import { scratchFolder } from '@tallystick/server/testing/scratch-folder';
import { expect, it } from 'vitest';
import { rehearse } from './rehearsal.ts';

it('an exchange is what it was after a restore, and a damaged backup is noticed', async context => {
  const folder = await scratchFolder('restore');
  try {
    const rows = await rehearse({ folder: folder.path, orders: 500 });
    if ('missing' in rows) return context.skip(rows.missing);
    const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    expect(values['commands restored']).toBeGreaterThan(1_100);
    expect(values['damages noticed']).toBe(2);
  } finally {
    await folder.remove();
  }
});
