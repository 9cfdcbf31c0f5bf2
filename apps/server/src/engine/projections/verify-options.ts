import { settleOption } from '@tallystick/core/option/settlement';
import { optionOf, type OptionRow } from './option-rows.ts';
import type { Queryable } from './queryable.ts';

/**
 * Settles every settled option again from its own row, and holds the rows against the ledger. Returns words of disagreement, or nothing.
 */
export async function verifyOptions(database: Queryable): Promise<string[]> {
  const problems: string[] = [];
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
  for (const { name } of rows) problems.push(`the ledger and the row disagree on ${name}`);
  return problems;
}

/**
 * What customers' option accounts were charged and given for each option. Practice never touches them. A full join,
 * so that postings for options that do not exist are found, too.
 */
const BOOKED_OTHERWISE = `
  with booked as (
    select owner_id, currency_id, reference, sum(amount_minor) as total from ledger_entries
      where account = 'option' and owner_id > 0 and reference like 'option:%' group by 1, 2, 3),
  told as (
    select customer_id as owner_id, currency_id, 'option:' || option_id as reference,
        coalesce(payout_minor, 0) - stake_minor as total
      from options where not practice)
  select coalesce(told.reference, booked.reference) as name
    from told full join booked using (owner_id, currency_id, reference)
    where coalesce(told.total, 0) <> coalesce(booked.total, 0)
    limit 10`;
