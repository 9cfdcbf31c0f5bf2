import type pg from 'pg';
import { Finding } from '../judge/finding.ts';
import { ENDED, type End } from './deeds.ts';

/** Where the exchange must have the money of a withdrawal in each state of its row; null: it never got it. */
const CORE_STATES: Readonly<Record<string, string | null>> = {
  processing: 'pending',
  approved: 'pending',
  passed: 'settled',
  rejected: 'released',
  cancelled: 'released',
  failed: null,
};

/** Holds decisions, as they were told, against the rows, and the rows against the exchange's tables. */
export async function compareMoney(client: pg.Client, decided: ReadonlyMap<number, End>): Promise<void> {
  const { rows: withdrawals } = await client.query<{
    id: string;
    state: string;
    core: string | null;
    needed: number;
    approvals: number;
  }>(
    `select w.id, w.state, s.state as core, w.approvals_needed as needed,
       (select count(*)::int from withdrawal_approvals a where a.withdrawal_id = w.id) as approvals
     from withdrawals w left join withdrawal_states s on s.withdrawal_id = w.id order by w.id`,
  );
  for (const { id, state, core, needed, approvals } of withdrawals) {
    const what = `withdrawal ${id}, which is ${state},`;
    const end = decided.get(Number(id));
    if (end !== undefined && state !== ENDED[end])
      throw new Finding(`${what} was told to be decided by ${end}`, state, ENDED[end]);
    const wanted = CORE_STATES[state];
    if (core !== wanted) throw new Finding(`${what} at the exchange`, `${core}`, `${wanted}`);
    if (state === 'passed' && approvals < needed)
      throw new Finding(`${what} was approved by too few`, `${approvals}`, `${needed}`);
  }
  const { rows: deposits } = await client.query<{ id: string; state: string; bookings: number }>(
    `select d.id, d.state, (select count(distinct posting_id)::int from ledger_entries e
       where e.owner_id = 0 and e.account = 'bank' and e.reason = 'deposit' and e.reference = 'deposit:' || d.id) as bookings
     from deposits d order by d.id`,
  );
  for (const { id, state, bookings } of deposits) {
    const wanted = { passed: 1, processing: 0, rejected: 0 }[state];
    if (bookings !== wanted)
      throw new Finding(`bookings of deposit ${id}, which is ${state}`, `${bookings}`, `${wanted}`);
  }
}
