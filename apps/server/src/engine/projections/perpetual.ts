import type { PerpetualEvent, PerpetualEventOf, PositionView } from '@tallystick/core';
import {
  deleveragingsTable,
  fundedPositionsTable,
  fundingPaymentsTable,
  fundingsTable,
  liquidationsTable,
  offsetsTable,
  perpetualTradesTable,
  positionsTable,
  premiumsTable,
  stopTriggersTable,
  type FundedPosition,
} from './perpetual-tables.ts';
import type { ProjectionTable } from './table.ts';

/** What a batch writes of perpetual contracts. */
export class PerpetualRows {
  readonly #positions = positionsTable();
  readonly #funded = fundedPositionsTable();
  readonly #trades = perpetualTradesTable();
  readonly #premiums = premiumsTable();
  readonly #fundings = fundingsTable();
  readonly #payments = fundingPaymentsTable();
  readonly #triggers = stopTriggersTable();
  readonly #liquidations = liquidationsTable();
  readonly #deleveragings = deleveragingsTable();
  readonly #offsets = offsetsTable();
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
    this.#fundings.push({ ...funding, sequence });
    for (let index = 0; index < funding.positionIds.length; index++) {
      this.#payments.push({ funding, index });
      const positionId = funding.positionIds[index]!;
      const amountMinor = funding.amountsMinor[index]!;
      const after = {
        marginMinor: funding.marginsMinor[index]!,
        liquidationE8: funding.liquidationsE8[index]!,
        bankruptcyE8: funding.bankruptciesE8[index]!,
      };
      const changed = this.#changed.get(positionId);
      if (changed !== undefined) {
        const fundingMinor = changed.fundingMinor + amountMinor;
        this.#changed.set(positionId, { ...changed, ...after, fundingMinor });
        continue;
      }
      const before = this.#fundedAlone.get(positionId)?.amountMinor ?? 0n;
      this.#fundedAlone.set(positionId, { positionId, amountMinor: before + amountMinor, ...after });
    }
  }
}
