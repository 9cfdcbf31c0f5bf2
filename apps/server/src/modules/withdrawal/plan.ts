import type { Currency } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Assets } from '../../chains/assets.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { requireAtLeast, settingMinor } from '../market/amount.ts';
import type { BankCards } from '../bank/cards.ts';
import { requireRate, toMoney } from '../bank/rate.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { listHoldings } from '../wallet/store.ts';
import type { AddressBook } from './addresses.ts';
import type { Destination } from '../bank/destination.ts';
import type { NewWithdrawal, WithdrawalFlag } from './store.ts';

export type WithdrawalWay = PlatformSettingValue<'withdrawal_limits'>['items'][number];

export interface WithdrawalPlansOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly assets: Pick<Assets, 'find'>;
  readonly addresses: Pick<AddressBook, 'usable' | 'isShared'>;
  readonly cards: Pick<BankCards, 'usable'>;
  readonly now: () => number;
}

/** The customer's request, in the currency it is taken from. */
export interface WantedWithdrawal {
  /** To a saved address, or to a saved bank card (undefined: the default); cards take USDT only. */
  readonly to:
    | { readonly addressId: number; readonly currencyId: number }
    | { readonly cardId: number | undefined };
  /** The whole amount, fee included. */
  readonly amountMinor: bigint;
  /** The fee and, for the bank, the rate that the customer saw, as exact decimals; refused if they have changed. */
  readonly seenFee: string | undefined;
  readonly seenRate: string | undefined;
  /** The customer's own note; may be empty. */
  readonly remark: string;
}

/** A withdrawal's figures; nothing is reserved yet. */
export interface WithdrawalPlan extends Omit<
  NewWithdrawal,
  'id' | 'customerId' | 'sealed' | 'inputHash' | 'createdAtMs'
> {
  readonly destination: Destination;
}

type Terms = Pick<WithdrawalWay, 'minimum' | 'fee' | 'two_person_limit'>;

const NEW_ADDRESS_MS = 24 * 3_600_000;

/** Computes a request's figures under the terms in force, and refuses what they do not allow. */
export class WithdrawalPlans {
  readonly #options: WithdrawalPlansOptions;

  constructor(options: WithdrawalPlansOptions) {
    this.#options = options;
  }

  /** @throws CallFailure every error of `wallet/out` except those about who may withdraw and their proofs. */
  make(customerId: number, wanted: WantedWithdrawal): Promise<WithdrawalPlan> {
    return 'addressId' in wanted.to
      ? this.#toChain(customerId, wanted, wanted.to)
      : this.#toBank(customerId, wanted, wanted.to.cardId);
  }

  async #toChain(
    customerId: number,
    wanted: WantedWithdrawal,
    { addressId, currencyId }: { readonly addressId: number; readonly currencyId: number },
  ): Promise<WithdrawalPlan> {
    const { units, settings, assets, addresses, now } = this.#options;
    const currency = units.currency(currencyId);
    const saved = await addresses.usable(customerId, addressId, currency.id);
    const { network, address, memo, label, createdAtMs: addedAtMs } = saved;
    const way = settings
      .get('withdrawal_limits')
      .items.find(one => one.currency_id === currency.id && one.network === network);
    if (way?.enabled !== true || assets.find(network, currency.id) === null)
      throw new CallFailure('withdrawal_disabled', { field: 'currency_id' });
    const amounts = await this.#amounts(customerId, wanted, way, currency);
    const least = assets.find(network, currency.id)?.least ?? '0';
    requireAtLeast(amounts.amountMinor - amounts.feeMinor, least, currency);
    const flags: WithdrawalFlag[] = [];
    if (await addresses.isShared(saved)) flags.push('shared_address');
    if (addedAtMs > now() - NEW_ADDRESS_MS) flags.push('new_address');
    return {
      channel: 'chain',
      currencyId: currency.id,
      network,
      ...amounts,
      moneyMinor: null,
      moneyCurrency: null,
      rate: null,
      flags,
      destination: { kind: 'address', address, memo, label, addedAtMs },
    };
  }

  async #toBank(
    customerId: number,
    wanted: WantedWithdrawal,
    cardId: number | undefined,
  ): Promise<WithdrawalPlan> {
    const { units, settings, cards } = this.#options;
    const bank = settings.get('bank');
    if (!bank.enabled) throw new CallFailure('withdrawal_disabled', { field: 'currency_id' });
    const { fields } = await cards.usable(customerId, cardId);
    requireRate(bank, wanted.seenRate);
    const currency = units.currency(USDT);
    const terms = {
      minimum: bank.withdrawal_minimum,
      fee: bank.withdrawal_fee,
      two_person_limit: bank.withdrawal_two_person_limit,
    };
    const amounts = await this.#amounts(customerId, wanted, terms, currency);
    const moneyMinor = toMoney(amounts.amountMinor - amounts.feeMinor, bank, currency.decimals);
    if (moneyMinor === 0n) throw new CallFailure('invalid_amount', { field: 'amount' });
    return {
      channel: 'bank',
      currencyId: currency.id,
      network: null,
      ...amounts,
      moneyMinor,
      moneyCurrency: bank.currency,
      rate: bank.rate,
      flags: [],
      destination: { kind: 'bank', card: { ...fields } },
    };
  }

  async #amounts(
    customerId: number,
    { amountMinor, seenFee }: WantedWithdrawal,
    terms: Terms,
    currency: Currency,
  ): Promise<Pick<WithdrawalPlan, 'amountMinor' | 'feeMinor' | 'approvalsNeeded'>> {
    const { code, decimals } = currency;
    const feeMinor = settingMinor(terms.fee, currency);
    if (seenFee !== undefined && parseDecimal(seenFee, 18) !== parseDecimal(terms.fee, 18)) {
      throw new CallFailure('fee_changed', { field: 'fee', fee: terms.fee, currency: code });
    }
    requireAtLeast(amountMinor, terms.minimum, currency);
    if (amountMinor <= feeMinor) throw new CallFailure('invalid_amount', { field: 'amount', decimals });
    const held = (await listHoldings(this.#options.pool, customerId)).find(
      one => one.account === 'spot' && one.currencyId === currency.id,
    );
    const availableMinor = held?.availableMinor ?? 0n;
    // The exchange decides in the end; checking here avoids using up a code for nothing.
    if (availableMinor < amountMinor) {
      throw new CallFailure('insufficient_balance', {
        field: 'amount',
        currency: code,
        available: formatMinor(availableMinor, decimals),
      });
    }
    const approvalsNeeded = amountMinor >= settingMinor(terms.two_person_limit, currency) ? 2 : 1;
    return { amountMinor, feeMinor, approvalsNeeded };
  }
}
