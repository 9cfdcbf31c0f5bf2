import { verifyProjections } from '../engine/projections/verify.ts';
import type { AuditCheck } from './audit-journal.ts';
import { oldKeys } from './key-check.ts';
import { archivedPrices } from './price-log-check.ts';
import { signedLogs } from './signed-logs.ts';

/** The tables against each other and against the state: what no single row shows. */
const projections: AuditCheck = async ({ stored, exchange }) => {
  const [problem] = await verifyProjections(stored, exchange);
  if (problem === undefined) return null;
  return { table: 'projections', key: 'sums', stored: null, computed: null, what: problem };
};

interface Rule {
  readonly table: string;
  readonly what: string;
  /** Finds rows that break it, as `id`, `stored` and `computed`; the ledger's tables have been compared before. */
  readonly sql: string;
}

/** What operators and customers are told of money, against the ledger. */
const RULES: readonly Rule[] = [
  {
    table: 'deposits',
    what: 'a deposit says otherwise than the ledger what was credited',
    sql: `select d.id, d.state || ' ' || d.amount_minor as stored, coalesce(sum(-e.amount_minor), 0)::text as computed
      from deposits d left join ledger_entries e on e.owner_id = 0 and e.reason = 'deposit'
        and e.reference = 'deposit:' || d.id and e.currency_id = d.currency_id
      group by d.id having case
        when d.state in ('passed', 'reversing', 'reversed') then coalesce(sum(-e.amount_minor), 0) <> d.amount_minor
        when d.state = 'approving' then coalesce(sum(-e.amount_minor), 0) not in (0, d.amount_minor)
        else coalesce(sum(-e.amount_minor), 0) <> 0 end`,
  },
  {
    table: 'withdrawals',
    what: 'a withdrawal says otherwise than the ledger where its money is',
    sql: `select w.id, concat_ws(' ', w.state, w.customer_id, w.currency_id, w.amount_minor, w.fee_minor) as stored,
        concat_ws(' ', s.state, s.customer_id, s.currency_id, s.amount_minor, s.fee_minor) as computed
      from withdrawals w left join withdrawal_states s on s.withdrawal_id = w.id
      where (w.customer_id, w.currency_id, w.amount_minor, w.fee_minor)
          is distinct from (s.customer_id, s.currency_id, s.amount_minor, s.fee_minor)
          and not (s.withdrawal_id is null and w.state in ('requested', 'failed', 'cancelling', 'cancelled'))
        or s.state is not null and not case w.state
          when 'passed' then s.state = 'settled'
          when 'settling' then s.state in ('pending', 'settled')
          when 'rejecting' then s.state in ('pending', 'released')
          when 'cancelling' then s.state in ('pending', 'released')
          when 'rejected' then s.state = 'released'
          when 'cancelled' then s.state = 'released'
          when 'failed' then false
          else s.state = 'pending' end`,
  },
  {
    table: 'faucet_claims',
    what: 'demo funds were claimed and not credited, or credited to somebody else',
    sql: `select c.id, 'customer ' || c.customer_id as stored, 'customer ' || min(e.owner_id) as computed
      from faucet_claims c left join ledger_entries e on e.owner_id > 0 and e.reference = 'faucet:' || c.id
      group by c.id having c.credited and count(*) filter (where e.owner_id = c.customer_id) = 0
        or count(*) filter (where e.owner_id <> c.customer_id) > 0`,
  },
];

const rules: AuditCheck = async ({ stored }) => {
  for (const { table, what, sql } of RULES) {
    const found = await stored.query<{ id: string; stored: string; computed: string | null }>(
      `select * from (${sql}) as broken order by id limit 1`,
    );
    const row = found.rows[0];
    if (row === undefined) continue;
    return { table, key: `id=${row.id}`, stored: row.stored, computed: row.computed, what };
  }
  return null;
};

/** Asked in this order, after every row of the audited tables was found right. */
export const BUILT_IN_CHECKS: readonly AuditCheck[] = [
  oldKeys,
  archivedPrices,
  projections,
  signedLogs,
  rules,
];
