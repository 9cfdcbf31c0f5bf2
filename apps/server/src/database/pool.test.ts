import { expect, it } from 'vitest';
import { SILENT_LOG } from './log.ts';
import { createPool } from './pool.ts';

it('logs a failing idle connection, even after the pool’s end, and throws nothing', async () => {
  const told: object[] = [];
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', 1, {
    ...SILENT_LOG,
    error: details => told.push(details),
  });
  await pool.end();
  const failure = new Error('terminating connection due to administrator command');
  pool.emit('error', failure);
  expect(told).toEqual([{ err: failure }]);
});
