import type { OptionDirection, OptionView } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import { OPTIONS } from '../../engine/products/option/tables.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';

export interface OptionFilter {
  readonly view: 'running' | 'history';
  readonly practice: boolean;
  readonly marketId?: number | undefined;
  readonly direction?: OptionDirection | undefined;
  readonly outcome?: keyof typeof OUTCOMES | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Options older than this one. */
  readonly beforeId: number | null;
  readonly limit: number;
}

const OUTCOMES = {
  won: 'payout_minor > stake_minor',
  lost: 'payout_minor = 0',
  refunded: 'payout_minor = stake_minor',
} as const;

/** The customer's options, newest first. */
export async function listOptions(
  db: Reads,
  customerId: number,
  filter: OptionFilter,
): Promise<OptionView[]> {
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .add('practice = ?', filter.practice)
    .addIf('option_id < ?', filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('direction = ?', filter.direction)
    .addIf('bought_at_ms >= ?', filter.fromMs)
    .addIf('bought_at_ms < ?', filter.toMs);
  const state = filter.view === 'running' ? `state <> 'settled'` : `state = 'settled'`;
  const outcome = filter.outcome === undefined ? 'true' : OUTCOMES[filter.outcome];
  const limit = where.parameter(filter.limit);
  return select(
    db,
    OPTIONS,
    `where ${where.sql} and ${state} and ${outcome} order by option_id desc limit ${limit}`,
    where.values,
  );
}

export async function findOption(
  db: Reads,
  customerId: number,
  optionId: number,
): Promise<OptionView | null> {
  const options = await select(db, OPTIONS, 'where customer_id = $1 and option_id = $2', [
    customerId,
    optionId,
  ]);
  return options[0] ?? null;
}

/** All unsettled options, including practice, newest first. */
export async function openOptions(db: Reads, customerId: number): Promise<OptionView[]> {
  const rest = `where customer_id = $1 and state <> 'settled' order by option_id desc`;
  return select(db, OPTIONS, rest, [customerId]);
}

/** Unsettled options in this currency, oldest first; practice holds nothing. */
export async function runningStakes(
  db: Reads,
  customerId: number,
  currencyId: number,
): Promise<OptionView[]> {
  const rest = `where customer_id = $1 and currency_id = $2 and state <> 'settled' and not practice
    order by option_id`;
  return select(db, OPTIONS, rest, [customerId, currencyId]);
}
