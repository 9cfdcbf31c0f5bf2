import { Exchange } from '@tallystick/core';
import { expect, it } from 'vitest';
import { AccountTotals } from '../engine/projections/account-totals.ts';
import { Projections } from '../engine/projections/projections.ts';
import { AUDITED_TABLES } from './audited-tables.ts';

it('every table that a batch writes is audited', () => {
  const { tables } = new Projections(new AccountTotals(new Exchange()), { orderId: 0 });
  const written = tables.map(table => {
    const parameters = table.columns.map((_, i) => `$${i + 1}`);
    return /^(?:insert into|update) (\w+)/.exec(table.statement(parameters).trim())?.[1];
  });
  const audited = new Set(AUDITED_TABLES.map(table => table.name));
  // Snapshots are compared by their states.
  expect(written.filter(name => name === undefined || !audited.has(name))).toEqual(['snapshots']);
});
