import type { VerifiedProduct } from '../verified-product.ts';

/** Compares rebates with one another and with the ledger. */
export const REFERRAL_VERIFIED: VerifiedProduct = {
  rules: [
    {
      what: 'a rebate is not its part of the fee of posting',
      sql: `select posting_id as name from referral_rebates
      where amount_minor <> div(fee_minor::numeric * ratio_ppm, 1000000)`,
    },
    {
      what: 'the ledger and the rebates disagree on posting',
      sql: `select coalesce(e.posting_id, r.posting_id) as name
      from (select posting_id, currency_id, amount_minor from ledger_entries
        where owner_id = 0 and account = 'referral' and amount_minor > 0) as e
      full join (select posting_id, currency_id, sum(amount_minor) as total
        from referral_rebates group by posting_id, currency_id) as r using (posting_id, currency_id)
      where coalesce(e.amount_minor, 0) <> coalesce(r.total, 0)`,
    },
    {
      what: 'the ledger and the settlements disagree on posting',
      sql: `select coalesce(e.posting_id, s.posting_id) as name
      from (select posting_id, owner_id, currency_id, amount_minor from ledger_entries
        where owner_id > 0 and reason = 'rebate') as e
      full join referral_settlements s
        on s.posting_id = e.posting_id and s.promoter_id = e.owner_id and s.currency_id = e.currency_id
      where coalesce(e.amount_minor, 0) <> coalesce(s.amount_minor, 0)`,
    },
    {
      what: 'rebates by day do not add up to those of promoter',
      sql: `select coalesce(d.promoter_id, r.promoter_id) as name
      from (select promoter_id, utc_day, customer_id, level, currency_id, amount_minor, fills from referral_days) as d
      full join (select promoter_id, (accrued_at_ms / 86400000)::integer as utc_day, customer_id, level, currency_id,
          sum(amount_minor) as total, count(*) as fills
        from referral_rebates group by 1, 2, 3, 4, 5) as r
        using (promoter_id, utc_day, customer_id, level, currency_id)
      where coalesce(d.amount_minor, 0) <> coalesce(r.total, 0) or coalesce(d.fills, 0) <> coalesce(r.fills, 0)`,
    },
    {
      what: 'rebates earned and not settled are not what is pending of promoter',
      sql: `select coalesce(p.promoter_id, m.promoter_id) as name
      from (select promoter_id, currency_id, amount_minor from referral_pending) as p
      full join (select promoter_id, currency_id, sum(amount_minor) as pending from (
          select promoter_id, currency_id, amount_minor from referral_rebates
          union all
          select promoter_id, currency_id, -amount_minor from referral_settlements
        ) as moved group by 1, 2) as m using (promoter_id, currency_id)
      where coalesce(p.amount_minor, 0) <> coalesce(m.pending, 0)`,
    },
    {
      what: 'rebates earned and not settled are not what is pending of currency',
      sql: `select coalesce(b.currency_id, p.currency_id) as name
      from (select currency_id, available_minor from balances where account = 'referral') as b
      full join (select currency_id, sum(amount_minor) as pending from (
          select currency_id, amount_minor from referral_rebates
          union all
          select currency_id, -amount_minor from referral_settlements
        ) as moved group by currency_id) as p using (currency_id)
      where coalesce(b.available_minor, 0) <> coalesce(p.pending, 0)`,
    },
  ],
};
