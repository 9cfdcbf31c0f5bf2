import { CHANNELS, type Withdrawal } from '@tallystick/core';
import { BigintColumn, IntegerColumn, WordColumn } from './columns.ts';
import { Latest, type Moment } from './latest.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'withdrawal_id',
  'customer_id',
  'currency_id',
  'amount_minor',
  'fee_minor',
  'via',
  'state',
  'changed_at_ms',
  'sequence',
] as const;

/** Where the money of every withdrawal is, open or ended. */
export class WithdrawalStatesTable implements ProjectionTable {
  readonly name = 'withdrawal_states';
  readonly #latest = new Latest<number, Withdrawal>();

  readonly #withdrawalId = new BigintColumn();
  readonly #customerId = new IntegerColumn();
  readonly #currencyId = new IntegerColumn();
  readonly #amountMinor = new BigintColumn();
  readonly #feeMinor = new BigintColumn();
  readonly #via = new WordColumn(CHANNELS);
  readonly #state = new WordColumn(['pending', 'released', 'settled']);
  readonly #changedAtMs = new BigintColumn();
  readonly #sequence = new BigintColumn();

  readonly columns = [
    this.#withdrawalId,
    this.#customerId,
    this.#currencyId,
    this.#amountMinor,
    this.#feeMinor,
    this.#via,
    this.#state,
    this.#changedAtMs,
    this.#sequence,
  ];

  statement(parameters: readonly string[]): string {
    return `${insertFromUnnest('withdrawal_states', NAMES, parameters)}
      on conflict (withdrawal_id) do update
      set state = excluded.state, changed_at_ms = excluded.changed_at_ms, sequence = excluded.sequence`;
  }

  change(withdrawal: Withdrawal, at: Moment): void {
    this.#latest.set(withdrawal.withdrawalId, withdrawal, at);
  }

  close(): void {
    this.#latest.take((withdrawal, at) => {
      this.#withdrawalId.pushNumber(withdrawal.withdrawalId);
      this.#customerId.push(withdrawal.customerId);
      this.#currencyId.push(withdrawal.currencyId);
      this.#amountMinor.pushBigint(withdrawal.amountMinor);
      this.#feeMinor.pushBigint(withdrawal.feeMinor);
      this.#via.push(withdrawal.via);
      this.#state.push(withdrawal.state);
      this.#changedAtMs.pushNumber(at.atMs);
      this.#sequence.pushNumber(at.sequence);
    });
  }
}
