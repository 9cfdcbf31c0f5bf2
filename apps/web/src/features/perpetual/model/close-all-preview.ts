import type { WireContract, WirePerpetualOrder, WirePosition } from '@tallystick/protocol/wire';
import { contractName } from './contract.ts';
import { listHolding, liveFigures, minorOf } from './positions.ts';
import { listOrders } from './waiting.ts';

/** Preview of closing all positions at current mark prices; amounts in minor units. */
export interface CloseAllPreview {
  /** Open positions before, and those that stay because their contract is halted. */
  readonly positions: number;
  readonly staying: number;
  /** Resting orders before, and those that stay. */
  readonly orders: number;
  readonly ordersStaying: number;
  /** Money held by positions and resting orders, before and after. */
  readonly heldMinor: bigint;
  readonly heldAfterMinor: bigint;
  /** Total result of the positions that close; null while a mark price is unknown. */
  readonly netMinor: bigint | null;
  /** Available contract balance afterwards; null while unknown. */
  readonly availableMinor: bigint | null;
  /** Names of the contracts that are halted: everything in them stays. */
  readonly halted: readonly string[];
}

interface Scene {
  /** undefined: every contract. */
  readonly marketId: number | undefined;
  readonly contractOf: (marketId: number) => WireContract | undefined;
  readonly markOf: (marketId: number) => string | null | undefined;
  readonly availableMinor: bigint | null;
}

/** The preview for all positions and resting orders, in one contract or in all. */
export function closeAllPreview(
  open: Iterable<WirePosition>,
  orders: readonly WirePerpetualOrder[],
  { marketId, contractOf, markOf, availableMinor }: Scene,
): CloseAllPreview {
  const inScope = [...open].filter(({ market_id: of }) => (marketId ?? of) === of);
  const waiting = listOrders(inScope, orders, marketId);
  const isHalted = ({ market_id: id }: WirePosition) => contractOf(id)?.status === 'halted';
  const staying = inScope.filter(isHalted);
  let netMinor: bigint | null = 0n;
  let backMinor: bigint | null = 0n;
  let heldMinor = 0n;
  let heldAfterMinor = 0n;
  for (const position of inScope) {
    const contract = contractOf(position.market_id);
    const decimals = contract?.quote.decimals ?? 0;
    const waiting = minorOf(position.waiting_margin, decimals);
    const held = waiting + minorOf(position.margin, decimals);
    heldMinor += held;
    if (isHalted(position)) {
      heldAfterMinor += held;
      continue;
    }
    if (backMinor !== null) backMinor += waiting;
    if (position.status !== 'holding') continue;
    const live = contract && liveFigures(position, contract, markOf(position.market_id));
    if (!live || netMinor === null || backMinor === null) {
      netMinor = null;
      backMinor = null;
      continue;
    }
    netMinor += live.netMinor;
    const left = live.equityMinor - live.closingFeeMinor;
    // An isolated position loses at most its margin.
    backMinor += left > 0n ? left : 0n;
  }
  return {
    positions: listHolding(inScope, marketId).length,
    staying: listHolding(staying, marketId).length,
    orders: waiting.length,
    ordersStaying: waiting.filter(order => contractOf(order.marketId)?.status === 'halted').length,
    heldMinor,
    heldAfterMinor,
    netMinor,
    availableMinor: availableMinor === null || backMinor === null ? null : availableMinor + backMinor,
    halted: [...new Set(staying.map(contractName))],
  };
}
