import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Chains } from '../../chains/chains.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { defineModule } from '../../module/module.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import type { Vault } from '../../vault/vault.ts';
import { BankCards } from '../bank/cards.ts';
import { registerBankCalls } from '../bank/routes.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { Corrections } from '../correction/module.ts';
import { wireFunding } from './wire.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { DepositBooking } from '../deposit/booking.ts';
import { ChainSink } from '../deposit/chain-sink.ts';
import { DepositQueue } from '../deposit/queue.ts';
import { DepositReview } from '../deposit/review.ts';
import { depositRoutes } from '../deposit/routes.ts';
import { DepositService } from '../deposit/service.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Pictures } from '../pictures/service.ts';
import { AddressBook } from '../withdrawal/addresses.ts';
import type { AuthoritySource } from '../security/authority.ts';
import { WithdrawalBooking } from '../withdrawal/booking.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import { Payouts } from '../withdrawal/payouts.ts';
import { WithdrawalPlans } from '../withdrawal/plan.ts';
import { WithdrawalQueue } from '../withdrawal/queue.ts';
import { WithdrawalReview } from '../withdrawal/review.ts';
import { withdrawalRoutes } from '../withdrawal/routes.ts';
import { WithdrawalService } from '../withdrawal/service.ts';

/** How often open bookings are retried and payouts checked. */
const FINISH_EVERY_MS = 15_000;

export interface MoneyOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen' | 'currency' | 'currencies'>;
  readonly vault: Vault;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get' | 'announced'>;
  readonly pictures: Pictures;
  readonly chains: Pick<
    Chains,
    'addresses' | 'assets' | 'checkAddress' | 'verifyPayout' | 'confirmations' | 'isWatched' | 'watch'
  >;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly security: AuthoritySource;
  readonly news: CustomerNews;
  readonly corrections: Corrections;
  readonly hold: PayoutHold;
  readonly compliance: ComplianceChecks;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
  readonly log: FastifyBaseLogger;
}

/** Deposits and withdrawals. */
export function createMoney(options: MoneyOptions) {
  const { corrections, chains } = options;
  const { assets } = chains;
  const deposits = new DepositBooking(options);
  const cards = new BankCards(options);
  const depositReview = new DepositReview({ ...options, booking: deposits, cards });
  const depositService = new DepositService(options);
  const depositCalls = depositRoutes(depositService, options);

  const addresses = new AddressBook(options);
  const withdrawals = new WithdrawalBooking(options);
  const payouts = new Payouts({ ...options, booking: withdrawals });
  const withdrawalReview = new WithdrawalReview({ ...options, booking: withdrawals, payouts });
  const plans = new WithdrawalPlans({ ...options, assets, addresses, cards });
  const withdrawalService = new WithdrawalService({ ...options, plans, booking: withdrawals });
  const info = { ...options, assets, addresses, cards, withdrawals: withdrawalService };
  const withdrawalCalls = withdrawalRoutes(withdrawalService, addresses, info);

  const sink = new ChainSink({ ...options, booking: deposits, reversals: corrections.reversals });
  /** Retries what has not reached the exchange, after a crash or while it was busy. */
  const finish = async (): Promise<void> => {
    await deposits.finishAll();
    await withdrawals.finishAll();
    await corrections.finish();
  };
  /** Checks payouts being sent; asks the chains' nodes. */
  const followPayouts = () => payouts.follow();
  const turns = new PeriodicJob(() => finish().then(followPayouts), {
    everyMs: FINISH_EVERY_MS,
    log: options.log,
    failure: 'what was put off could not be finished',
  });

  return defineModule({
    name: 'money',
    begins: {
      'POST wallet/get_in_address': 'deposit',
      'POST wallet/charge_req': 'deposit',
      'POST wallet/out': 'withdrawal',
    },
    sink,
    deposits: depositCalls,
    withdrawals: withdrawalCalls,
    finish,
    followPayouts,
    queues: [
      new DepositQueue({ ...options, review: depositReview }),
      new WithdrawalQueue({ ...options, review: withdrawalReview }),
    ],
    calls(register) {
      register('GET wallet/funding', () => wireFunding({ ...options, assets, deposits: depositService }));
      depositCalls.calls(register);
      withdrawalCalls.calls(register);
      registerBankCalls(register, cards, options.now);
      register('POST wallet/deposit_objection', async (input, { session }) => {
        await corrections.reversals.object(session.customerId, input.deposit_id, input.text);
        const deposit = await depositService.find(session.customerId, input.deposit_id);
        return { deposit: depositCalls.wireOf(deposit) };
      });
    },
    recover: finish,
    start() {
      const watching = options.chains.watch({ sink, minimumMinor: minimumOfDeposits(options) });
      watching.start();
      const stop = turns.start();
      return async () => {
        await Promise.all([watching.stop(), stop()]);
      };
    },
  });
}
