import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { CHART, CHART_NAMES, CUSTOMER_CHART, PLAIN_CHART } from '../modules/books/chart.ts';
import type { AuditContext } from './audit-check.ts';
import type { Difference } from './audit-result.ts';

/** Compares one module's stored decisions about money with the ledger. */
interface Rule {
  readonly table: string;
  readonly what: string;
  /** Selects rows that break the rule, as `id`, `stored` and `computed`. The ledger's tables were compared before. */
  readonly sql: string;
}

/**
 * What a posting took from the platform, and how much of it reached a customer. They differ if the posting also paid or
 * made a debt. `times`: number of postings with the same cause.
 */
function postings(reason: string, reference: string): string {
  return `(select posting_id, reference, currency_id, sum(-amount_minor) filter (where account <> 'receivable') as minor,
      sum(-amount_minor) as reached_minor, count(*) over (partition by reference) as times
    from ledger_entries where owner_id = 0 and reason = '${reason}' and reference ~ '${reference}'
    group by posting_id, reference, currency_id)`;
}

/** Whether the customer in posting `p` is the customer of the row named `of`. */
function isOf(of: string): string {
  return `(p.reached_minor = 0 or exists (select from ledger_entries e where e.owner_id > 0
    and e.owner_id = ${of}.customer_id and e.posting_id = p.posting_id and e.currency_id = p.currency_id
    and e.amount_minor = p.reached_minor))`;
}

function told(of: string): string {
  return `case when ${of}.id is not null then
    concat_ws(' ', ${of}.state, 'customer', ${of}.customer_id, 'currency', ${of}.currency_id, ${of}.amount_minor) end as stored`;
}

const BOOKED = `case when p.posting_id is not null then
  concat_ws(' ', 'posting', p.posting_id, 'currency', p.currency_id, abs(p.minor), p.times || '×') end as computed`;

/** Accounts of the ledger that are one of the company's chart each, with its code. */
const BOOKED_AS = new Map<string, number>([
  ...Object.entries(CUSTOMER_CHART).map(
    ([account, name]) =>
      [`owner_id > ${LAST_HOUSE_ID} and account = '${account}'`, CHART[name].code] as const,
  ),
  ...Object.entries(PLAIN_CHART)
    .filter(([account]) => account !== 'rounding')
    .map(([account, name]) => [`owner_id = 0 and account = '${account}'`, CHART[name].code] as const),
]);

const RULES: readonly Rule[] = [
  {
    table: 'deposits',
    what: 'a deposit says otherwise than the ledger what was credited to whom',
    sql: `select coalesce(d.id::text, substr(p.reference, 9)) as id, ${told('d')}, ${BOOKED}
      from deposits d full join ${postings('deposit', String.raw`^deposit:\d+$`)} p on p.reference = 'deposit:' || d.id
      where case when d.id is null then true
        when p.posting_id is null then d.state in ('passed', 'reversing', 'reversed')
        else d.state not in ('approving', 'passed', 'reversing', 'reversed') or p.times > 1
          or (d.currency_id, d.amount_minor) <> (p.currency_id, p.minor) or not ${isOf('d')} end`,
  },
  {
    table: 'deposit_reversals',
    what: 'the correction of a deposit says otherwise than the ledger what was taken from whom',
    sql: `select coalesce(r.id::text, p.reference) as id, ${told('r')}, ${BOOKED}
      from (select r.*, d.customer_id as deposited_by from deposit_reversals r join deposits d on d.id = r.deposit_id
        where r.state <> 'dropped') r
      full join ${postings('depositReversal', '^deposit:[0-9]+:correction$')} p
        on p.reference = 'deposit:' || r.deposit_id || ':correction'
      where case when r.id is null then true
        when r.customer_id <> r.deposited_by then true
        when p.posting_id is null then r.state = 'done'
        else r.state not in ('reversing', 'done') or p.times > 1
          or (r.currency_id, r.amount_minor) <> (p.currency_id, -p.minor) or not ${isOf('r')} end`,
  },
  {
    table: 'deposits',
    what: 'a deposit says otherwise than the ledger whether it was taken back',
    sql: `select d.id::text as id, ${told('d')}, taken.minor::text as computed
      from deposits d left join (
        select substring(reference from '^deposit:([0-9]{1,18})(?::correction)?$')::bigint as id, sum(-minor) as minor,
          coalesce(sum(-minor) filter (where reference !~ ':correction$'), 0) as by_chain_minor
        from ${postings('depositReversal', '^deposit:')} p group by 1
      ) as taken using (id)
      where case when d.state = 'reversed' then coalesce(taken.minor, 0) <> d.amount_minor
        when d.state = 'reversing' then taken.minor > d.amount_minor
        else taken.by_chain_minor <> 0 or taken.minor >= d.amount_minor and not exists (
          select from deposit_reversals r where r.deposit_id = d.id and r.state = 'reversing') end`,
  },
  {
    table: 'goodwill',
    what: 'a payment of goodwill says otherwise than the ledger what was paid to whom',
    sql: `select coalesce(g.id::text, substr(p.reference, 10)) as id, ${told('g')}, ${BOOKED}
      from goodwill g full join ${postings('goodwill', '')} p on p.reference = 'goodwill:' || g.id
      where case when g.id is null then true
        when p.posting_id is null then g.state = 'paid'
        else g.state not in ('paying', 'paid') or p.times > 1
          or (g.currency_id, g.amount_minor) <> (p.currency_id, p.minor) or not ${isOf('g')} end`,
  },
  {
    table: 'withdrawals',
    what: 'a withdrawal says otherwise than the ledger where its money is',
    sql: `select coalesce(w.id, s.withdrawal_id)::text as id,
        case when w.id is not null then
          concat_ws(' ', w.state, w.customer_id, w.currency_id, w.amount_minor, w.fee_minor) end as stored,
        case when s.withdrawal_id is not null then
          concat_ws(' ', s.state, s.customer_id, s.currency_id, s.amount_minor, s.fee_minor) end as computed
      from withdrawals w full join withdrawal_states s on s.withdrawal_id = w.id
      where case when w.id is null then true
        when s.withdrawal_id is null then w.state not in ('requested', 'failed', 'cancelling', 'cancelled')
        when (w.customer_id, w.currency_id, w.amount_minor, w.fee_minor)
          <> (s.customer_id, s.currency_id, s.amount_minor, s.fee_minor) then true
        else not case w.state
          when 'passed' then s.state = 'settled'
          when 'settling' then s.state in ('pending', 'settled')
          when 'rejecting' then s.state in ('pending', 'released')
          when 'cancelling' then s.state in ('pending', 'released')
          when 'rejected' then s.state = 'released'
          when 'cancelled' then s.state = 'released'
          when 'failed' then false
          else s.state = 'pending' end end`,
  },
  {
    table: 'profit_withdrawals',
    what: 'a withdrawal of profit says otherwise than the ledger what has left',
    sql: String.raw`select coalesce(w.id::text, substr(p.reference, 8)) as id,
        case when w.id is not null then concat_ws(' ', w.state, 'currency', w.currency_id, w.amount_minor) end as stored,
        ${BOOKED}
      from profit_withdrawals w full join (
        select posting_id, reference, currency_id, sum(amount_minor) filter (where amount_minor > 0) as minor,
            count(*) over (partition by reference) as times
          from ledger_entries where owner_id = 0 and reason = 'profitWithdrawal' and reference ~ '^profit:\d+$'
          group by posting_id, reference, currency_id
      ) p on p.reference = 'profit:' || w.id
      where case when w.id is null then true
        when p.posting_id is null then w.state = 'paid'
        else w.state not in ('leaving', 'paid') or p.times > 1
          or (w.currency_id, w.amount_minor) <> (p.currency_id, p.minor) end`,
  },
  {
    table: 'company_turnovers',
    what: 'the company’s books say otherwise than the ledger what an account has moved',
    sql: `select account || ' ' || currency_id as id, counted.minor::text as stored, booked.minor::text as computed
      from (
        select account, currency_id, sum(credit_minor - debit_minor) as minor from company_turnovers
         where account in (${[...BOOKED_AS.values()].join(', ')})
           or account not in (${[...CHART_NAMES.keys()].join(', ')}) group by 1, 2
      ) counted full join (
        select case ${[...BOOKED_AS].map(([when, code]) => `when ${when} then ${code}`).join(' ')} end as account,
            currency_id, sum(amount_minor) as minor
          from ledger_entries where posting_id <= (select posting_id from company_position) group by 1, 2
      ) booked using (account, currency_id)
      where account is not null and coalesce(counted.minor, 0) <> coalesce(booked.minor, 0)`,
  },
  {
    table: 'faucet_claims',
    what: 'demo funds were claimed and not credited, or credited to somebody else',
    sql: `select c.id::text as id, 'customer ' || c.customer_id as stored, 'customer ' || min(e.owner_id) as computed
      from faucet_claims c left join ledger_entries e on e.owner_id > 0 and e.reference = 'faucet:' || c.id
      group by c.id having c.credited and count(*) filter (where e.owner_id = c.customer_id) = 0
        or count(*) filter (where e.owner_id <> c.customer_id) > 0`,
  },
];

/** Compares every stored decision about a customer's money with the ledger. */
export async function decidedMoney({ stored }: Pick<AuditContext, 'stored'>): Promise<Difference | null> {
  for (const { table, what, sql } of RULES) {
    const found = await stored.query<{ id: string; stored: string | null; computed: string | null }>(
      `select * from (${sql}) as broken order by id limit 1`,
    );
    const row = found.rows[0];
    if (row === undefined) continue;
    return { table, key: `id=${row.id}`, stored: row.stored, computed: row.computed, what };
  }
  return null;
}
