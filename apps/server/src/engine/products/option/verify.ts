import { settleOption } from '@tallystick/core/option/settlement';
import { byOwner, compareRows } from '../../projections/compare.ts';
import type { TableRule } from '../../projections/broken-rows.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { OPTIONS } from './tables.ts';
import { pagedRows } from '../../projections/paged-rows.ts';
import type { Queryable } from '../../projections/queryable.ts';

/**
 * Recomputes every settled option from its own row, and compares the rows with the ledger. Returns differences in words.
 */
async function verify(database: Queryable): Promise<string[]> {
  const problems: string[] = [];
  for await (const option of pagedRows(database, SETTLED, [0], OPTIONS, one => [one.optionId])) {
    const ticks = [option.entry, option.exit].filter(tick => tick !== null);
    const again = settleOption(option, ticks);
    if (again.result !== option.result || again.payoutMinor !== option.payoutMinor) {
      problems.push(`option ${option.optionId} settles to ${again.result}, its row says ${option.result}`);
    }
  }
  return problems;
}

const SETTLED = `select * from options where option_id > $1 and state = 'settled' order by option_id limit $2`;

/**
 * What customers' option accounts were charged and paid for each option, including postings for options that do not
 * exist. Practice never changes these accounts.
 */
const BOOKED: TableRule = {
  what: 'the ledger and the row disagree on',
  sql: `select reference as name from (
      select owner_id, currency_id, reference, amount_minor as minor from ledger_entries
        where account = 'option' and owner_id > 0 and reference like 'option:%'
      union all
      select customer_id, currency_id, 'option:' || option_id, stake_minor - coalesce(payout_minor, 0)
        from options where not practice
    ) as both_sides group by owner_id, currency_id, reference having sum(minor) <> 0`,
};

export const OPTION_VERIFIED: VerifiedProduct = {
  rules: [BOOKED],
  verify,
  compared: [
    compareRows('open options', OPTIONS, `state <> 'settled'`, exchange => byOwner(exchange.option.open())),
  ],
};
