import type { WireOption } from '@tallystick/protocol/wire';
import { toCsv } from '#lib/csv.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();

/** Headings stay English and amounts keep all their digits: the file is for programs. */
export function optionsCsv(options: readonly WireOption[]): string {
  const heading = [
    'option_id',
    'bought_at',
    'delivery_at',
    'symbol',
    'direction',
    'seconds',
    'practice',
    'stake',
    'currency',
    'payout_rate',
    'entry_tick',
    'entry_price',
    'exit_tick',
    'exit_price',
    'result',
    'outcome',
    'payout',
    'profit_loss',
  ];
  const rows = options.map(option => [
    option.option_id,
    iso(option.bought_at_ms),
    iso(option.delivery_at_ms),
    option.symbol,
    option.direction,
    option.seconds,
    option.practice,
    option.stake,
    option.currency,
    option.payout_rate,
    option.entry?.tick ?? null,
    option.entry?.price ?? null,
    option.exit?.tick ?? null,
    option.exit?.price ?? null,
    option.result,
    option.outcome,
    option.payout,
    option.profit_loss,
  ]);
  return toCsv(heading, rows);
}
