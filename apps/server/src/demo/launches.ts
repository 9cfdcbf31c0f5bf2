import type { ReadonlyExchange } from '@tallystick/core';
import { unitsFor } from '@tallystick/core/launch/figures';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingName } from '@tallystick/protocol/desk/settings';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../engine/command-bus.ts';
import { hashInput } from '../engine/idempotency/hash-input.ts';
import { configOf } from '../modules/launch/config.ts';
import { writeTexts } from '../modules/launch/store.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PlatformSettings } from '../settings/platform-settings.ts';
import { submitAttempt, submitCommand } from '../http/submit.ts';
import { demoCommitment, demoOffers } from './launch-offers.ts';
import { HOUSE_ID, houseFundsMinor } from './population.ts';

const LOOK_EVERY_MS = 1_000;

export interface DemoLaunchesOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly settings: PlatformSettings;
  /** The demo traders who commit to the offers. */
  readonly customerIds: readonly number[];
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** The demo's offers of new currencies, its traders' commitments, and the house's stock once they trade. */
export class DemoLaunches {
  readonly #options: DemoLaunchesOptions;
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(options: DemoLaunchesOptions) {
    this.#options = options;
  }

  /** Announces offers not announced yet; the one accepting bitcoin waits for its index. Repeating changes nothing. */
  async seed(): Promise<void> {
    const { pool, bus, exchange, now } = this.#options;
    for (const change of demoOffers(now(), this.#bitcoinRate())) {
      if (exchange.launch.offer(change.offer_id) !== null) continue;
      await writeTexts(pool, change.offer_id, change);
      await submitCommand(bus, { type: 'configureLaunchOffer', offer: configOf(change) }, {});
    }
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#working = this.#working
        .then(() => this.look())
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error }, 'the demo could not look after its offers'),
        );
    }, LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#working;
  }

  /** The index price in whole USDT: a fair fixed rate for the start of the offer. */
  #bitcoinRate(): string | null {
    const tick = this.#options.exchange.indexBetween(BTC, USDT);
    return tick === null ? null : String(Math.max(1, Math.floor(tick.priceE8 / 1e8)));
  }

  /** Traders commit to open offers, and the house gets coins to sell of launched currencies. */
  async look(): Promise<void> {
    const { exchange, now } = this.#options;
    await this.seed();
    for (const { terms, status, closesAtMs } of exchange.launch.offers()) {
      if (status === 'open' && terms.startMs <= now() && closesAtMs > now())
        await this.#commit(terms.offerId);
      else if (status === 'launched' || status === 'released') await this.#stockHouse(terms.currency.id);
    }
  }

  async #commit(offerId: number): Promise<void> {
    const { bus, exchange, customerIds } = this.#options;
    for (const [trader, customerId] of customerIds.entries()) {
      if (exchange.launch.order(offerId, customerId) !== null) continue;
      const amountMinor = this.#affordable(offerId, demoCommitment(offerId, trader));
      const command = { type: 'commitToLaunch', customerId, offerId, currencyId: USDT, amountMinor } as const;
      // A refusal (too late, too little money) is normal. No key is needed: the exchange knows who has committed.
      await bus.submit(command);
    }
  }

  /** Of a first-come offer at most what is left. */
  #affordable(offerId: number, amount: string): bigint {
    const { exchange } = this.#options;
    const amountMinor = parseDecimal(amount, exchange.currency(USDT)?.decimals ?? 0) ?? 0n;
    const offer = exchange.launch.offer(offerId);
    const figures = exchange.launch.figures(offerId);
    const totals = exchange.launch.totals(offerId);
    if (offer?.terms.mode !== 'firstCome' || figures === null || totals === null) return amountMinor;
    const left = offer.terms.supplyMinor - totals.wantedMinor;
    const units = unitsFor(amountMinor, figures);
    return units <= left ? amountMinor : (amountMinor * left) / units;
  }

  async #stockHouse(currencyId: number): Promise<void> {
    const { bus, exchange } = this.#options;
    const key = { ownerId: HOUSE_ID, account: 'spot', currencyId } as const;
    const { availableMinor, frozenMinor } = exchange.balance(key);
    const amountMinor = houseFundsMinor(exchange, currencyId);
    if (amountMinor === 0n || availableMinor + frozenMinor !== 0n) return;
    await this.#listToken(currencyId);
    await submitAttempt(
      bus,
      {
        type: 'credit',
        customerId: HOUSE_ID,
        account: 'spot',
        currencyId,
        amountMinor,
        from: 'faucet',
        reference: `demo:${HOUSE_ID}`,
      },
      {
        scope: 'demo',
        key: `${HOUSE_ID}-${currencyId}`,
        inputHash: hashInput({ customerId: HOUSE_ID, currencyId, amountMinor }),
      },
    );
  }

  /** Lets a launched currency come in and go out as a token on Ethereum, as operators would. */
  async #listToken(currencyId: number): Promise<void> {
    const { pool, settings, now } = this.#options;
    const where = {
      currency_id: currencyId,
      network: 'ERC20',
      enabled: true,
      two_person_limit: '10000',
    } as const;
    const token = { currency_id: currencyId, network: 'ERC20', contract: '', chain_decimals: 18 } as const;
    await inTransaction(pool, async client => {
      const tokens = await settings.read(client, 'tokens');
      if (tokens.items.some(one => one.currency_id === currencyId)) return;
      const deposits = await settings.read(client, 'deposit_limits');
      const withdrawals = await settings.read(client, 'withdrawal_limits');
      const write = (name: PlatformSettingName, value: unknown) =>
        settings.write(client, name, value, 'demo', now());
      await write('tokens', { items: [...tokens.items, token] });
      const deposit = { ...where, minimum: '10', confirmations: 12 };
      await write('deposit_limits', { items: [...deposits.items, deposit] });
      const withdrawal = { ...where, minimum: '20', fee: '2' };
      await write('withdrawal_limits', { ...withdrawals, items: [...withdrawals.items, withdrawal] });
    });
    await settings.reload();
  }
}
