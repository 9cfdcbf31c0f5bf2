import type { Exchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Chains } from '../../chains/chains.ts';
import type { TransferSink } from '../../chains/watcher/chain-watcher.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import type { Vault } from '../../vault/vault.ts';
import { BankCards } from '../bank/cards.ts';
import { registerBankCalls } from '../bank/routes.ts';
import type { CustomerNews } from '../tell/customer-news.ts';
import type { Corrections } from '../correction/corrections.ts';
import { DepositBooking } from '../deposit/booking.ts';
import { ChainSink } from '../deposit/chain-sink.ts';
import { DepositQueue } from '../deposit/queue.ts';
import { DepositReview } from '../deposit/review.ts';
import { registerDepositCalls } from '../deposit/routes.ts';
import { DepositService } from '../deposit/service.ts';
import type { QueueKind } from '../../queue/queue-kind.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Pictures } from '../pictures/service.ts';
import { AddressBook } from '../withdrawal/addresses.ts';
import type { AuthoritySource } from '../withdrawal/authority.ts';
import { WithdrawalBooking } from '../withdrawal/booking.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import { Payouts } from '../withdrawal/payouts.ts';
import { WithdrawalPlans } from '../withdrawal/plan.ts';
import { WithdrawalQueue } from '../withdrawal/queue.ts';
import { WithdrawalReview } from '../withdrawal/review.ts';
import { registerWithdrawalCalls } from '../withdrawal/routes.ts';
import { WithdrawalService } from '../withdrawal/service.ts';

export interface MoneyOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<Exchange, 'isFrozen'>;
  readonly vault: Vault;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get' | 'announced'>;
  readonly pictures: Pictures;
  readonly chains: Pick<
    Chains,
    'addresses' | 'checkAddress' | 'verifyPayout' | 'confirmations' | 'isWatched'
  >;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly security: AuthoritySource;
  readonly news: CustomerNews;
  readonly corrections: Corrections;
  readonly hold: PayoutHold;
  readonly now: () => number;
  /** See `Clock.certainNow`: by what second people have waited. */
  readonly certainNow: () => number;
  readonly log: FastifyBaseLogger;
}

/** Money that comes in and goes out. */
export interface Money {
  /** Takes what the chain watchers report. */
  readonly sink: TransferSink;
  /** As customers see them; operators look at their lists. */
  readonly deposits: DepositService;
  readonly withdrawals: WithdrawalService;
  /** What operators decide. */
  readonly queues: readonly QueueKind[];
  /** What has not reached the exchange: after a crash, or while it was busy. */
  finish(): Promise<void>;
  /** Looks at payouts on their way; asks the chains' nodes. */
  followPayouts(): Promise<void>;
  registerCalls(register: RegisterCall): void;
}

/** All parts, wired to one another. */
export function createMoney(options: MoneyOptions): Money {
  const deposits = new DepositBooking(options);
  const depositReview = new DepositReview({ ...options, booking: deposits });
  const depositService = new DepositService(options);

  const addresses = new AddressBook(options);
  const cards = new BankCards(options);
  const withdrawals = new WithdrawalBooking(options);
  const payouts = new Payouts({ ...options, booking: withdrawals });
  const withdrawalReview = new WithdrawalReview({ ...options, booking: withdrawals, payouts });
  const plans = new WithdrawalPlans({ ...options, addresses, cards });
  const withdrawalService = new WithdrawalService({ ...options, plans, booking: withdrawals });

  return {
    sink: new ChainSink({ ...options, booking: deposits, reversals: options.corrections.reversals }),
    deposits: depositService,
    withdrawals: withdrawalService,
    queues: [
      new DepositQueue({ ...options, review: depositReview }),
      new WithdrawalQueue({ ...options, review: withdrawalReview }),
    ],
    async finish() {
      await deposits.finishAll();
      await withdrawals.finishAll();
      await options.corrections.finish();
    },
    followPayouts: () => payouts.follow(),
    registerCalls(register) {
      const info = { ...options, addresses, cards, withdrawals: withdrawalService };
      registerDepositCalls(register, depositService);
      registerWithdrawalCalls(register, withdrawalService, addresses, info);
      registerBankCalls(register, cards);
      options.corrections.registerCalls(register, depositService);
    },
  };
}
