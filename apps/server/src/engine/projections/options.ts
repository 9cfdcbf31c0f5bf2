import type { OptionTick, OptionView } from '@tallystick/core';
import { BigintColumn, BooleanColumn, HexColumn, IntegerColumn, WordColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'option_id',
  'customer_id',
  'market_id',
  'direction',
  'seconds',
  'currency_id',
  'stake_minor',
  'profit_minor',
  'practice',
  'terms_version',
  'payout_ppm',
  'stale_ms',
  'bought_at_ms',
  'delivery_at_ms',
  'head_number',
  'head_hash',
  'state',
  'entry_number',
  'entry_price_e8',
  'entry_at_ms',
  'entry_hash',
  'exit_number',
  'exit_price_e8',
  'exit_at_ms',
  'exit_hash',
  'result',
  'payout_minor',
  'settled_at_ms',
  'sequence',
] as const;

/** What an option's later states change; the rest is fixed at purchase. */
const CHANGING = NAMES.slice(NAMES.indexOf('state'));

/** Second options, open and settled. */
export class OptionsTable implements ProjectionTable {
  readonly name = 'options';
  readonly #latest = new Latest<number, OptionView>();

  readonly #optionId = new BigintColumn();
  readonly #customerId = new IntegerColumn();
  readonly #marketId = new IntegerColumn();
  readonly #direction = new WordColumn(['rise', 'fall']);
  readonly #seconds = new IntegerColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #stakeMinor = new BigintColumn();
  readonly #profitMinor = new BigintColumn();
  readonly #practice = new BooleanColumn();
  readonly #termsVersion = new IntegerColumn();
  readonly #payoutPpm = new IntegerColumn();
  readonly #staleMs = new IntegerColumn();
  readonly #boughtAtMs = new BigintColumn();
  readonly #deliveryAtMs = new BigintColumn();
  readonly #headNumber = new BigintColumn();
  readonly #headHash = new HexColumn();
  readonly #state = new WordColumn(['pending', 'running', 'settled']);
  readonly #entry = new TickColumns();
  readonly #exit = new TickColumns();
  readonly #result = new WordColumn(['rise', 'fall', 'even', 'staleEntry', 'staleExit']);
  readonly #payoutMinor = new BigintColumn();
  readonly #settledAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [
    this.#optionId,
    this.#customerId,
    this.#marketId,
    this.#direction,
    this.#seconds,
    this.#currencyId,
    this.#stakeMinor,
    this.#profitMinor,
    this.#practice,
    this.#termsVersion,
    this.#payoutPpm,
    this.#staleMs,
    this.#boughtAtMs,
    this.#deliveryAtMs,
    this.#headNumber,
    this.#headHash,
    this.#state,
    ...this.#entry.columns,
    ...this.#exit.columns,
    this.#result,
    this.#payoutMinor,
    this.#settledAtMs,
    this.#sequence,
  ];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('options', NAMES, parameters)}
      on conflict (option_id) do update
      set ${CHANGING.map(name => `${name} = excluded.${name}`).join(', ')}`;
  }

  change(option: OptionView, at: Moment): void {
    this.#latest.set(option.optionId, option, at);
  }

  close(): void {
    this.#latest.take((option, { sequence }) => {
      this.#push(option);
      this.#sequence.pushNumber(sequence);
    });
  }

  #push(option: OptionView): void {
    this.#optionId.pushNumber(option.optionId);
    this.#customerId.push(option.customerId);
    this.#marketId.push(option.marketId);
    this.#direction.push(option.direction);
    this.#seconds.push(option.seconds);
    this.#currencyId.push(option.currencyId);
    this.#stakeMinor.pushBigint(option.stakeMinor);
    this.#profitMinor.pushBigint(option.profitMinor);
    this.#practice.push(option.practice);
    this.#termsVersion.push(option.termsVersion);
    this.#payoutPpm.push(option.payoutPpm);
    this.#staleMs.push(option.staleMs);
    this.#boughtAtMs.pushNumber(option.boughtAtMs);
    this.#deliveryAtMs.pushNumber(option.deliveryAtMs);
    this.#headNumber.pushNumber(option.chainHead.number);
    this.#headHash.push(option.chainHead.hash);
    this.#state.push(option.state);
    this.#entry.push(option.entry);
    this.#exit.push(option.exit);
    if (option.result === null) this.#result.pushNull();
    else this.#result.push(option.result);
    if (option.payoutMinor === null) this.#payoutMinor.pushNull();
    else this.#payoutMinor.pushBigint(option.payoutMinor);
    if (option.settledAtMs === null) this.#settledAtMs.pushNull();
    else this.#settledAtMs.pushNumber(option.settledAtMs);
  }
}

/** A tick of the price log that may be missing. */
class TickColumns {
  readonly #number = new BigintColumn();
  readonly #priceE8 = new BigintColumn();
  readonly #atMs = new BigintColumn();
  readonly #hash = new HexColumn();
  readonly columns = [this.#number, this.#priceE8, this.#atMs, this.#hash];

  push(tick: OptionTick | null): void {
    if (tick === null) {
      for (const column of this.columns) column.pushNull();
      return;
    }
    this.#number.pushNumber(tick.number);
    this.#priceE8.pushNumber(tick.priceE8);
    this.#atMs.pushNumber(tick.atMs);
    this.#hash.push(tick.hash);
  }
}
