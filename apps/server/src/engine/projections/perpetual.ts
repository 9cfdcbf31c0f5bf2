import type { PerpetualEvent, PerpetualEventOf, PositionView } from '@tallystick/core';
import {
  DELEVERAGINGS,
  FUNDED_POSITIONS,
  FUNDING_PAYMENTS,
  FUNDINGS,
  LIQUIDATIONS,
  OFFSETS,
  PERPETUAL_TRADES,
  POSITIONS,
  PREMIUMS,
  STOP_TRIGGERS,
  type FundedPosition,
} from './perpetual-tables.ts';
import type { ProjectionTable } from './table.ts';

/** What a batch writes of perpetual contracts. */
export class PerpetualRows {
  readonly #positions = POSITIONS.upserts();
  readonly #funded = FUNDED_POSITIONS.updates('positions_funded');
  readonly #trades = PERPETUAL_TRADES.inserts();
  readonly #premiums = PREMIUMS.inserts();
  readonly #fundings = FUNDINGS.inserts();
  readonly #payments = FUNDING_PAYMENTS.inserts();
  readonly #triggers = STOP_TRIGGERS.inserts();
  readonly #liquidations = LIQUIDATIONS.inserts();
  readonly #deleveragings = DELEVERAGINGS.inserts();
  readonly #offsets = OFFSETS.inserts();
  /** One statement writes a row once: what a position's last state of the batch already includes is not added to it. */
  readonly #changed = new Map<number, PositionView>();
  readonly #fundedAlone = new Map<number, FundedPosition>();

  readonly tables: readonly ProjectionTable[] = [
    this.#positions,
    this.#funded,
    this.#trades,
    this.#premiums,
    this.#fundings,
    this.#payments,
    this.#triggers,
    this.#liquidations,
    this.#deleveragings,
    this.#offsets,
  ];

  record(event: PerpetualEvent, sequence: number): void {
    switch (event.type) {
      case 'positionChanged':
        this.#changed.set(event.position.positionId, event.position);
        this.#fundedAlone.delete(event.position.positionId);
        break;
      case 'perpetualTraded':
        this.#trades.push(event);
        break;
      case 'premiumSampled':
        this.#premiums.push(event);
        break;
      case 'fundingSettled':
        this.#fund(event, sequence);
        break;
      case 'stopTriggered':
        this.#triggers.push(event);
        break;
      case 'positionLiquidated':
        this.#liquidations.push(event);
        break;
      case 'positionDeleveraged':
        this.#deleveragings.push(event);
        break;
      case 'positionsOffset':
        this.#offsets.push(event);
        break;
      case 'perpetualConfigured':
      case 'perpetualStatusSet':
      case 'perpetualDepthChanged':
      case 'markChanged':
      case 'fundingSkipped':
        break;
      default:
        event satisfies never;
    }
  }

  close(): void {
    for (const position of this.#changed.values()) this.#positions.push(position);
    for (const position of this.#fundedAlone.values()) this.#funded.push(position);
    this.#changed.clear();
    this.#fundedAlone.clear();
  }

  #fund(funding: PerpetualEventOf<'fundingSettled'>, sequence: number): void {
    this.#fundings.push(funding, { sequence });
    const { marketId, fundingId, fundingAtMs } = funding;
    for (let index = 0; index < funding.positionIds.length; index++) {
      const positionId = funding.positionIds[index]!;
      const amountMinor = funding.amountsMinor[index]!;
      const after = {
        marginMinor: funding.marginsMinor[index]!,
        liquidationE8: funding.liquidationsE8[index]!,
        bankruptcyE8: funding.bankruptciesE8[index]!,
      };
      this.#payments.push({
        customerId: funding.customerIds[index]!,
        fundingAtMs,
        positionId,
        marketId,
        fundingId,
        side: funding.sides[index]!,
        lots: funding.lots[index]!,
        amountMinor,
        marginAfterMinor: after.marginMinor,
      });
      const changed = this.#changed.get(positionId);
      if (changed !== undefined) {
        const fundingMinor = changed.fundingMinor + amountMinor;
        this.#changed.set(positionId, { ...changed, ...after, fundingMinor });
        continue;
      }
      const before = this.#fundedAlone.get(positionId)?.fundingMinor ?? 0n;
      this.#fundedAlone.set(positionId, { positionId, fundingMinor: before + amountMinor, ...after });
    }
  }
}
