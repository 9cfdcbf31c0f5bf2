import { expect, it } from 'vitest';
import { SILENT_LOG } from './log.ts';
import { createPool } from './pool.ts';

it('logs a failing idle connection until the pool ends, and throws nothing even then', async () => {
  const told: object[] = [];
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', 1, {
    ...SILENT_LOG,
    error: details => told.push(details),
  });
  const failure = new Error('terminating connection due to administrator command');
  pool.emit('error', failure);
  expect(told).toEqual([{ err: failure }]);
  await pool.end();
  // The server may end the session of one that outlives the pool for a moment.
  pool.emit('error', failure);
  expect(told).toHaveLength(1);
});
