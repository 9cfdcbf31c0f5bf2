import type { TrustOrder } from '@tallystick/core';
import { exitAfter } from '@tallystick/core/trust/figures';
import type { PartKind, PortfolioPart, TrustDeposit } from '@tallystick/protocol/portfolio/facts';
import { Sums, type CustomerReads } from './customer-reads.ts';
import { heldByOffers } from './launches.ts';

type Key = Omit<PortfolioPart, 'amountMinor'>;

/**
 * The parts of everything the customer owns: the four accounts, their frozen parts by what holds them, and what is
 * theirs in escrow. What is frozen for nothing listed here is a part as well.
 */
export function holdingsRead(of: CustomerReads): {
  readonly parts: readonly PortfolioPart[];
  readonly deposits: readonly TrustDeposit[];
} {
  const { customerId, exchange } = of;
  const sums = new Sums<Key>();
  const frozen = new FrozenParts(sums);
  for (const { account, currencyId, availableMinor, frozenMinor } of exchange.balancesOf(customerId)) {
    // All of an account that carries positions is their margin.
    const kind = account === 'contract' && carriesIn(of, currencyId) ? 'margin' : 'available';
    sums.add({ product: account as Key['product'], kind, currencyId }, availableMinor);
    frozen.begin(account as Key['product'], currencyId, frozenMinor);
  }
  frozenBySpot(of, frozen);
  for (const held of heldByOffers(of)) {
    if (held.held === 'frozen') frozen.take('spot', held.currencyId, held.amountMinor, 'commitments');
    else sums.add({ product: 'launch', kind: 'locked', currencyId: held.currencyId }, held.amountMinor);
  }
  frozenByContracts(of, frozen);
  if (frozen.anyLeft('spot')) {
    for (const one of exchange.openWithdrawals()) {
      if (one.customerId === customerId) frozen.take('spot', one.currencyId, one.amountMinor, 'withdrawals');
    }
  }
  const deposits = depositsOf(of);
  for (const { currencyId, principalMinor } of deposits) {
    frozen.take('trust', currencyId, principalMinor, 'deposits');
  }
  frozen.finish();
  for (const { practice, currencyId, stakeMinor } of exchange.option.open(customerId)) {
    if (!practice) sums.add({ product: 'option', kind: 'stakes', currencyId }, stakeMinor);
  }
  for (const { currencyId, amountMinor } of exchange.referral.pendingOf(customerId)) {
    sums.add({ product: 'spot', kind: 'rebates', currencyId }, amountMinor);
  }
  for (const { id: currencyId } of exchange.currencies()) {
    sums.add({ product: 'spot', kind: 'owed', currencyId }, -exchange.owedMinor(customerId, currencyId));
  }
  return { parts: sums.all().map(({ key, minor }) => ({ ...key, amountMinor: minor })), deposits };
}

/** Whether the customer's contract account carries open positions. */
export function carriesIn({ exchange, positions }: CustomerReads, currencyId: number): boolean {
  return positions.some(
    ({ isCross, openedLots, closedLots, marketId }) =>
      isCross === true &&
      openedLots > closedLots &&
      exchange.perpetual.contract(marketId)?.quoteCurrencyId === currencyId,
  );
}

function frozenBySpot({ exchange, orders }: CustomerReads, frozen: FrozenParts): void {
  for (const { marketId, side, frozenMinor } of orders) {
    const market = exchange.market(marketId);
    if (market === null) continue;
    const currencyId = side === 'buy' ? market.quoteCurrencyId : market.baseCurrencyId;
    frozen.take('spot', currencyId, frozenMinor, 'orders');
  }
}

function frozenByContracts({ exchange, positions }: CustomerReads, frozen: FrozenParts): void {
  for (const { marketId, marginMinor, waitingMinor } of positions) {
    const currencyId = exchange.perpetual.contract(marketId)?.quoteCurrencyId;
    if (currencyId === undefined) continue;
    frozen.take('contract', currencyId, marginMinor, 'margin');
    frozen.take('contract', currencyId, waitingMinor, 'waiting');
  }
}

/** Oldest first. */
function depositsOf({ customerId, exchange }: CustomerReads): TrustDeposit[] {
  const { trust } = exchange;
  // Hosted orders are kept by id, not by customer: most customers have none, and are not looked for.
  const hosts = trust.products().some(({ productId }) => trust.hostedBy(productId, customerId) > 0n);
  const orders: readonly TrustOrder[] = hosts ? trust.openOrders() : [];
  return orders
    .filter(order => order.customerId === customerId)
    .map(order => {
      const { penaltyMinor, remainingDays } = exitAfter(order.principalMinor, order, order.paidDays);
      const { orderId, currencyId, principalMinor } = order;
      return { orderId, currencyId, principalMinor, penaltyMinor, remainingDays };
    });
}

/** Splits what is frozen in the accounts into what holds it. */
class FrozenParts {
  readonly #sums: Sums<Key>;
  readonly #left = new Map<string, { readonly of: Omit<Key, 'kind'>; minor: bigint }>();

  constructor(sums: Sums<Key>) {
    this.#sums = sums;
  }

  begin(product: Key['product'], currencyId: number, frozenMinor: bigint): void {
    this.#left.set(`${product}:${currencyId}`, { of: { product, currencyId }, minor: frozenMinor });
  }

  take(product: Key['product'], currencyId: number, minor: bigint, kind: PartKind): void {
    const left = this.#left.get(`${product}:${currencyId}`);
    if (left === undefined || minor === 0n) return;
    left.minor -= minor;
    this.#sums.add({ product: kind === 'commitments' ? 'launch' : product, kind, currencyId }, minor);
  }

  anyLeft(product: Key['product']): boolean {
    return [...this.#left.values()].some(({ of, minor }) => of.product === product && minor !== 0n);
  }

  /** What is left is a part, too: nothing that is the customer's is missing. */
  finish(): void {
    for (const { of, minor } of this.#left.values()) this.#sums.add({ ...of, kind: 'frozen' }, minor);
  }
}
