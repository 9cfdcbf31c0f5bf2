import { expect, it, vi } from 'vitest';
import { ExchangeEvents } from './exchange-events.ts';

function recorded(): { events: ExchangeEvents; rows: () => unknown[] } {
  const events = new ExchangeEvents();
  const push = vi.spyOn(events.table, 'push');
  const rows = () =>
    push.mock.calls.map(([{ sequence, ordinal, kind, body }]) => [sequence, ordinal, kind, body]);
  return { events, rows };
}

const frozen = { type: 'customerFrozenSet', customerId: 1, frozen: true } as const;

it('fills are one row until something else happens, which keeps its place between them', () => {
  const { events, rows } = recorded();
  events.begin(41, 0);
  events.filled('spot', 7);
  events.filled('spot', 8);
  events.begin(43, 0);
  events.filled('perpetual', 3);
  events.filled('spot', 9);
  events.begin(44, 0);
  events.record(frozen);
  events.filled('spot', 10);
  events.close();
  expect(rows()).toEqual([
    [41, 0, 'fills', '[7,3,0,0,2,2,1,1,0,0,1]'],
    [44, 0, 'customerFrozen', '{"frozen":true}'],
    [44, 1, 'fills', '[10,0,0,0,1]'],
  ]);
  expect([...events.kinds]).toEqual(['fills', 'customerFrozen']);
});

it('a row of fills stays small', () => {
  const { events, rows } = recorded();
  for (let id = 1; id <= 450; id++) {
    events.begin(id, 0);
    events.filled('spot', id);
  }
  events.close();
  const bodies = rows().map(row => (row as string[])[3]!);
  expect(bodies).toHaveLength(3);
  // What is longer than 2,000 bytes the database compresses and moves out of the row.
  for (const body of bodies) expect(body.length).toBeLessThan(1_500);
});
