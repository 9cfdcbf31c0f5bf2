import type { EventOf } from '../event.ts';

type Told = EventOf<'promoterLinked'> | EventOf<'rebateAccrued'> | EventOf<'rebateSettled'>;

/** Who invited whom, and the promoters' pending rebates, from events alone. */
export class ReferralProjection {
  readonly promoters = new Map<number, number>();
  /** By `promoter/currency`; paid rebates are removed. */
  readonly pending = new Map<string, bigint>();

  take(event: Told): void {
    if (event.type === 'promoterLinked') {
      must(!this.promoters.has(event.customerId), `customer ${event.customerId} was linked twice`);
      this.promoters.set(event.customerId, event.promoterId);
      return;
    }
    const key = `${event.promoterId}/${event.currencyId}`;
    const before = this.pending.get(key) ?? 0n;
    if (event.type === 'rebateSettled') {
      must(before === event.amountMinor, `rebate ${key} settled ${event.amountMinor} of ${before}`);
      this.pending.delete(key);
      return;
    }
    const first = this.promoters.get(event.customerId);
    const expected = event.level === 1 ? first : this.promoters.get(first ?? 0);
    must(expected === event.promoterId, `rebate to ${event.promoterId} for a fee of ${event.customerId}`);
    const amountMinor = (event.feeMinor * BigInt(event.ratioPpm)) / 1_000_000n;
    must(amountMinor === event.amountMinor && amountMinor > 0n, 'a rebate is not its part of the fee');
    this.pending.set(key, before + event.amountMinor);
  }
}

function must(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
