/** Reasons of which there are many, and which only the trades of the same time explain. */
export const SUMMED_REASONS = ['trade', 'perpetualTrade', 'perpetualFunding', 'carriedForward'] as const;
const SUMMED = `reason in (${SUMMED_REASONS.map(reason => `'${reason}'`).join(', ')})
  and account not in ('referral', 'insurance')`;

/**
 * Ledger entries as they stay when their time is over: entries of trades and funding that follow one another in an account
 * become one, "carried forward", with their sum and the last one's balance. So every account's entries still add up to its
 * balance, each balance still follows from the one before, and what deposits, withdrawals, options and operators'
 * decisions are held against stays as it was.
 */
export function carryForward(source: string): string {
  return `with entries as (
      select *, ${SUMMED} as summed,
        count(*) filter (where not (${SUMMED})) over (
          partition by owner_id, account, currency_id order by posting_id) as run
      from ${source} as old
    )
    select owner_id, posting_id, account, currency_id, amount_minor, balance_after_minor, reason, reference, at_ms
      from entries where not summed
    union all
    select owner_id, max(posting_id), account, currency_id, sum(amount_minor),
      (array_agg(balance_after_minor order by posting_id desc))[1], 'carriedForward', '', max(at_ms)
      from entries where summed group by owner_id, account, currency_id, run`;
}
