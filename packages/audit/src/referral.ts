import type { Entry } from './books.ts';
import { line } from './line.ts';
import { HOUR_MS, isWhole, ppmOf } from './numbers.ts';
import type { Command, Part, Refusal } from './part.ts';
import { Pending } from './pending-rebates.ts';
import { isNotice } from './terms/notice.ts';
import type { Fee, ReferralDuty, World } from './world.ts';

/** The parts of a fee for who invited the customer, and for who invited those. */
interface Ratios {
  readonly firstPpm: number;
  readonly secondPpm: number;
}

interface Later {
  readonly ratios: Ratios;
  readonly announcedAtMs: number;
  readonly fromMs: number;
}

interface LinkPromoter extends Command {
  readonly type: 'linkPromoter';
  readonly customerId: number;
  readonly promoterId: number;
}

interface ChangeReferralTerms extends Command {
  readonly type: 'changeReferralTerms';
  readonly terms: Ratios;
  readonly noticeMs: number;
}

interface SetReferralStanding extends Command {
  readonly type: 'setReferralStanding';
  readonly customerId: number;
  readonly standing: 'open' | 'stopped' | 'house';
}

interface State {
  readonly promoters: Map<number, number>;
  readonly standings: Map<number, 'stopped' | 'house'>;
  readonly pending: unknown;
  readonly ratios: Ratios;
  readonly later: Later | null;
}

const STANDINGS = ['open', 'stopped', 'house'];
/** Both levels together get at most half of a fee. */
const MOST_PPM = 500_000;
/** Rebates that one command pays. */
const PAID_AT_ONCE = 100;

/** Rebates out of their own fees: decision 0053. */
export class Referral implements Part, ReferralDuty {
  readonly commands = ['linkPromoter', 'changeReferralTerms', 'setReferralStanding'];
  readonly #world: World;
  #promoters = new Map<number, number>();
  #standings = new Map<number, 'stopped' | 'house'>();
  readonly #pending = new Pending();
  #ratios: Ratios = { firstPpm: 0, secondPpm: 0 };
  #later: Later | null = null;

  constructor(world: World) {
    this.#world = world;
    world.referral = this;
  }

  apply(command: LinkPromoter | ChangeReferralTerms | SetReferralStanding): Refusal {
    if (command.type === 'linkPromoter') return this.#link(command);
    return command.type === 'changeReferralTerms' ? this.#change(command) : this.#setStanding(command);
  }

  /** Once and for good; the promoter is always the older customer. */
  #link({ customerId, promoterId }: LinkPromoter): Refusal {
    const { customers } = this.#world;
    if (!customers.has(customerId)) return 'unknown_customer';
    if (!isWhole(promoterId, 1, customerId - 1) || !customers.has(promoterId)) return 'invalid_promoter';
    if (this.#promoters.has(customerId)) return 'promoter_set';
    this.#promoters.set(customerId, promoterId);
    return null;
  }

  #setStanding({ customerId, standing }: SetReferralStanding): Refusal {
    if (!this.#world.customers.has(customerId)) return 'unknown_customer';
    if (!STANDINGS.includes(standing)) return 'invalid_order';
    if (standing === 'open') this.#standings.delete(customerId);
    else this.#standings.set(customerId, standing);
    return null;
  }

  /** Higher ratios act at once, lower ones after the notice; what cannot rise before another falls waits, too. */
  #change({ terms, noticeMs }: ChangeReferralTerms): Refusal {
    if (!isNotice(noticeMs)) return 'notice_too_short';
    const { firstPpm, secondPpm } = terms;
    const isWithin = isWhole(firstPpm, 0, MOST_PPM) && isWhole(secondPpm, 0, MOST_PPM - firstPpm);
    if (!isWithin) return 'rebate_above_ceiling';
    const better = {
      firstPpm: Math.max(firstPpm, this.#ratios.firstPpm),
      secondPpm: Math.max(secondPpm, this.#ratios.secondPpm),
    };
    if (better.firstPpm + better.secondPpm <= MOST_PPM) this.#ratios = better;
    const isAll = this.#ratios.firstPpm === firstPpm && this.#ratios.secondPpm === secondPpm;
    const { now } = this.#world;
    this.#later = isAll
      ? null
      : { ratios: { firstPpm, secondPpm }, announcedAtMs: now, fromMs: now + noticeMs };
    return null;
  }

  share({ customerId, currencyId, feeMinor }: Fee): readonly Entry[] {
    const promoterId = this.#promoters.get(customerId);
    if (promoterId === undefined || this.#standings.get(customerId) === 'house') return [];
    const first = this.#accrue(promoterId, currencyId, ppmOf(feeMinor, this.#ratios.firstPpm));
    const above = this.#promoters.get(promoterId);
    if (above === undefined) return first;
    return [...first, ...this.#accrue(above, currencyId, ppmOf(feeMinor, this.#ratios.secondPpm))];
  }

  /** The part of who is stopped stays in the fees. */
  #accrue(promoterId: number, currencyId: number, amount: bigint): readonly Entry[] {
    if (amount === 0n || this.#standings.has(promoterId)) return [];
    this.#pending.add(promoterId, currencyId, amount, this.#world.now);
    return [
      [0, 'fees', currencyId, 'available', -amount],
      [0, 'referral', currencyId, 'available', amount],
    ];
  }

  unfrozen(customerId: number): void {
    for (const { id } of this.#world.currenciesById()) this.#pending.release(customerId, id, this.#world.now);
  }

  dueAtMs(): number {
    return Math.min(this.#pending.endsAtMs(), this.#later?.fromMs ?? Infinity);
  }

  hasBacklog(): boolean {
    return this.#pending.hasDue();
  }

  /** What hours that are over earned is paid to spot, in the order of each promoter's first rebate. */
  passTime(): void {
    const { now, frozen, books } = this.#world;
    this.#pending.roll(now);
    for (let left = PAID_AT_ONCE; left > 0; left--) {
      const rebate = this.#pending.take();
      if (rebate === null) break;
      const { promoterId, currencyId, amount, untilMs } = rebate;
      if (frozen.has(promoterId)) {
        this.#pending.hold(rebate);
        continue;
      }
      books.post('rebate', `rebate:${promoterId}:${untilMs / HOUR_MS - 1}`, [
        [0, 'referral', currencyId, 'available', -amount],
        [promoterId, 'spot', currencyId, 'available', amount],
      ]);
    }
    if (this.#later === null || this.#later.fromMs > now) return;
    this.#ratios = this.#later.ratios;
    this.#later = null;
  }

  get state(): unknown {
    return {
      promoters: this.#promoters,
      standings: this.#standings,
      pending: this.#pending.state,
      ratios: this.#ratios,
      later: this.#later,
    };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#promoters = kept.promoters;
    this.#standings = kept.standings;
    this.#pending.state = kept.pending;
    this.#ratios = kept.ratios;
    this.#later = kept.later;
  }

  *lines(): Iterable<string> {
    for (const [customerId, promoterId] of this.#promoters) yield line('promoter', customerId, promoterId);
    for (const [customerId, standing] of this.#standings) yield line('standing', customerId, standing);
    for (const [promoterId, currencyId, amount] of this.#pending.all()) {
      yield line('rebate', promoterId, currencyId, amount);
    }
    const { firstPpm, secondPpm } = this.#ratios;
    if (firstPpm + secondPpm === 0 && this.#later === null) return;
    const coming = this.#later?.ratios;
    const times = [this.#later?.announcedAtMs, this.#later?.fromMs];
    yield line('rebateTerms', firstPpm, secondPpm, coming?.firstPpm, coming?.secondPpm, ...times);
  }
}
