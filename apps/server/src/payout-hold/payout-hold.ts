import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import { CallFailure } from '../http/call-failure.ts';
import type { PriceLog } from '../price-log/price-log.ts';
import type { PublisherState } from '../transparency-log/publisher.ts';
import type { SignedHeads } from '../transparency-log/signed-heads.ts';
import type { LogName } from '../transparency-log/source.ts';

/** Why payouts wait: a log differs from what was signed, or books cannot be compared. */
export type PayoutHolder = LogName | 'books';

export interface PayoutHoldOptions {
  readonly priceLog: Pick<PriceLog, 'publisher' | 'turn'>;
  readonly heads: Pick<SignedHeads, 'status' | 'turn'>;
  readonly reconciliation: Pick<Reconciliation, 'status'>;
  readonly registry: Registry;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  /** Where another process compares: whether it has lately said what it found. */
  readonly isWatched?: () => boolean;
}

/**
 * Whether money may leave: docs/decisions/0048. While it may not, payouts keep their state: none fails, no command is
 * sent for them, and they continue by themselves.
 */
export class PayoutHold {
  readonly #options: PayoutHoldOptions;
  #told = '';

  constructor(options: PayoutHoldOptions) {
    this.#options = options;
    const { registry } = options;
    const holders = (): readonly PayoutHolder[] => this.holders;
    const gauge = new Gauge({
      name: 'tallystick_payouts_held',
      help: '1: no money leaves, since a log differs from what was signed or the books could not be compared',
      registers: [],
      collect() {
        this.set(holders().length === 0 ? 0 : 1);
      },
    });
    registry.registerMetric(gauge);
  }

  /** The state of each of the three checks. */
  get logs(): readonly { readonly log: LogName; readonly state: PublisherState }[] {
    const { priceLog, heads } = this.#options;
    return [{ log: 'price', state: priceLog.publisher.state }, ...heads.status()];
  }

  /** As far as is known now; empty: payouts are open. */
  get holders(): readonly PayoutHolder[] {
    const { failure } = this.#options.reconciliation.status;
    const stopped = this.logs.filter(({ state }) => state === 'stopped').map(({ log }) => log);
    return failure === null ? stopped : [...stopped, 'books'];
  }

  /**
   * Whether money may leave now: recent writes are compared first. A log that cannot be compared holds payouts, too.
   */
  async isOpen(): Promise<boolean> {
    const { priceLog, heads } = this.#options;
    const areWhole = (await Promise.all([priceLog.turn(), heads.turn()])).every(Boolean);
    const { holders } = this;
    this.#tell(holders);
    return holders.length === 0 && areWhole && (this.#options.isWatched?.() ?? true);
  }

  /** @throws CallFailure payouts_held */
  async refuse(): Promise<void> {
    if (!(await this.isOpen())) throw new CallFailure('payouts_held');
  }

  #tell(holders: readonly PayoutHolder[]): void {
    const now = holders.join(', ');
    if (now === this.#told) return;
    this.#told = now;
    const { log } = this.#options;
    if (now === '') log.info('payouts go on');
    else
      log.error({ holders }, 'payouts wait until the logs are what was signed and the books can be compared');
  }
}
