import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { formatMinor, parseDecimal } from '../money/decimal.ts';
import type { BuyOption } from '../option/command.ts';
import type { OptionTermsConfig, OptionView } from '../option/terms.ts';
import type { OptionDirection } from '../option/settlement.ts';
import { BTC_USDT, USDT } from './demo-exchange.ts';
import { Scenario } from './scenario.ts';

/** 60 s pay 85 %, 300 s 90 %; stakes of 5 to 500 USDT; the house risks 300 USDT per direction. */
export const TEST_TERMS: OptionTermsConfig = {
  marketId: BTC_USDT,
  enabled: true,
  staleMs: 10_000,
  times: [
    { seconds: 60, payoutPpm: 850_000 },
    { seconds: 300, payoutPpm: 900_000 },
  ],
  currencies: [{ currencyId: USDT, minStake: '5', maxStake: '500', exposureLimit: '300' }],
};

const DECIMALS = 6;

/** A scenario that offers second options on BTC/USDT. */
export class OptionScenario extends Scenario {
  constructor() {
    super();
    this.must({ type: 'configureOptions', terms: TEST_TERMS });
  }

  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  configure(change: Partial<OptionTermsConfig>): readonly Event[] {
    return this.must({ type: 'configureOptions', terms: { ...TEST_TERMS, ...change } });
  }

  fundPool(amount: string): void {
    this.must({
      type: 'fundHouse',
      from: 'faucet',
      to: 'optionPool',
      currencyId: USDT,
      amountMinor: usdt(amount),
      reference: 'test:pool',
    });
  }

  /** A customer with this much USDT in the option account. */
  trader(customerId: number, amount: string): void {
    for (const command of this.#opening(customerId, amount)) this.must(command);
  }

  /** As `trader`, without checking every invariant. */
  quickTrader(customerId: number, amount: string): void {
    for (const command of this.#opening(customerId, amount)) this.quick(command);
  }

  quick(command: Command): readonly Event[] {
    const outcome = this.exchange.apply(command, this.nowMs);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.events;
  }

  buyCommand(
    customerId: number,
    direction: OptionDirection,
    stake: string,
    change: Partial<BuyOption> = {},
  ): BuyOption {
    return {
      type: 'buyOption',
      customerId,
      marketId: BTC_USDT,
      direction,
      seconds: 60,
      currencyId: USDT,
      stakeMinor: usdt(stake),
      termsVersion: this.exchange.option.terms(BTC_USDT)!.version,
      practice: false,
      ...change,
    };
  }

  buy(
    customerId: number,
    direction: OptionDirection,
    stake: string,
    change: Partial<BuyOption> = {},
  ): OptionView {
    this.must(this.buyCommand(customerId, direction, stake, change));
    return this.eventsOf('optionChanged')[0]!.option;
  }

  /** Advances the clock until something is due, lets time pass, and returns the only settled option. */
  settle(): OptionView {
    const settled = this.settleAll();
    if (settled.length !== 1) throw new Error(`${settled.length} options were settled`);
    return settled[0]!;
  }

  /** Like `settle`, for all options due by then. */
  settleAll(): OptionView[] {
    this.nowMs = Math.max(this.nowMs, this.exchange.dueAtMs());
    const settled: OptionView[] = [];
    while (this.exchange.dueAtMs() <= this.nowMs) {
      this.must({ type: 'passTime' });
      settled.push(...this.eventsOf('optionChanged').map(event => event.option));
    }
    return settled;
  }

  /** USDT available in the option account. */
  option(customerId: number): string {
    const key = { ownerId: customerId, account: 'option', currencyId: USDT } as const;
    return formatMinor(this.exchange.balance(key).availableMinor, DECIMALS);
  }

  #opening(customerId: number, amount: string): Command[] {
    return [
      { type: 'openCustomer', customerId },
      {
        type: 'credit',
        customerId,
        account: 'option',
        currencyId: USDT,
        amountMinor: usdt(amount),
        from: 'faucet',
        reference: `faucet:${customerId}`,
      },
    ];
  }
}

function usdt(amount: string): bigint {
  const parsed = parseDecimal(amount, DECIMALS);
  if (parsed === null) throw new Error(`not a decimal: ${amount}`);
  return parsed;
}
