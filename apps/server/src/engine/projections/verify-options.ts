import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '@tallystick/core';
import { settleOption } from '@tallystick/core/option/settlement';
import { optionOf, type OptionRow } from './option-rows.ts';
import type { Queryable } from './verify-wallet.ts';

/**
 * Compares open options with the exchange, settles every settled one again from its own row, and holds the rows
 * against the ledger. Returns words of disagreement, or nothing.
 */
export async function verifyOptions(database: Queryable, exchange: Exchange): Promise<string[]> {
  const problems: string[] = [];
  const open = await database.query<OptionRow>(
    `select * from options where state <> 'settled' order by option_id`,
  );
  if (!isDeepStrictEqual(open.rows.map(optionOf), [...exchange.option.open()])) {
    problems.push('open options differ from the exchange’s');
  }
  const settled = await database.query<OptionRow>(
    `select * from options where state = 'settled' order by option_id`,
  );
  for (const row of settled.rows) {
    const option = optionOf(row);
    const ticks = [option.entry, option.exit].filter(tick => tick !== null);
    const again = settleOption(option, ticks);
    if (again.result !== option.result || again.payoutMinor !== option.payoutMinor) {
      problems.push(`option ${option.optionId} settles to ${again.result}, its row says ${option.result}`);
    }
  }
  const { rows } = await database.query<{ name: string }>(BOOKED_OTHERWISE);
  for (const { name } of rows) problems.push(`the ledger and the row disagree on option ${name}`);
  return problems;
}

/** What the customer's option account was charged and given for each option; practice never touches it. */
const BOOKED_OTHERWISE = `
  select o.option_id as name
  from options o left join ledger_entries e
    on e.owner_id = o.customer_id and e.account = 'option' and e.currency_id = o.currency_id
      and e.reference = 'option:' || o.option_id
  group by o.option_id
  having coalesce(sum(e.amount_minor), 0)
    <> case when o.practice then 0 else coalesce(o.payout_minor, 0) - o.stake_minor end
  limit 10`;
