import type { ReadonlyExchange } from './exchange.ts';
import type { LaunchAmount } from './launch/terms.ts';
import { CUSTOMER_ACCOUNTS, PLATFORM_ACCOUNTS, PLATFORM_OWNER } from './ledger/account.ts';
import { TRADING_LINES } from './market/halt.ts';
import { formatMinor } from './money/decimal.ts';
import type { OrderView } from './spot/order.ts';
import { perpetualLines } from './perpetual/books-lines.ts';

type Field = string | number | bigint | boolean | null | undefined;

/**
 * The state of the exchange as lines of text, unsorted: the format stands in docs/auditing.md. The checker in
 * packages/audit writes the same lines by the rules alone.
 */
export function* booksLines(exchange: ReadonlyExchange): Generator<string> {
  yield* balances(exchange);
  yield* markets(exchange);
  yield* spotOrders(exchange);
  yield* perpetualLines(exchange.perpetual, exchange.customerIds(), booksLine);
  yield* options(exchange);
  yield* trust(exchange);
  yield* launch(exchange);
  yield* referral(exchange);
  yield* terms(exchange);
  yield* wallet(exchange);
}

/** Fields with spaces between; `-` for nothing, 1 and 0 for yes and no. */
export function booksLine(...fields: readonly Field[]): string {
  return fields
    .map(field =>
      field === null || field === undefined ? '-' : typeof field === 'boolean' ? Number(field) : field,
    )
    .join(' ');
}

function* balances(exchange: ReadonlyExchange): Generator<string> {
  const currencies = exchange.currencies();
  for (const ownerId of [PLATFORM_OWNER, ...exchange.customerIds()]) {
    for (const account of ownerId === PLATFORM_OWNER ? PLATFORM_ACCOUNTS : CUSTOMER_ACCOUNTS) {
      for (const { id } of currencies) {
        const { availableMinor, frozenMinor } = exchange.balance({ ownerId, account, currencyId: id });
        if (availableMinor === 0n && frozenMinor === 0n) continue;
        yield booksLine('balance', ownerId, account, id, availableMinor, frozenMinor);
      }
    }
  }
}

function* markets(exchange: ReadonlyExchange): Generator<string> {
  const { number, hash } = exchange.priceLogHead();
  yield booksLine('log', number, hash);
  for (const { id, code, decimals } of exchange.currencies()) yield booksLine('currency', id, code, decimals);
  for (const market of exchange.markets()) {
    const { id, baseCurrencyId, quoteCurrencyId, tickSize, lotSize } = market;
    const tick = exchange.indexTick(id);
    yield booksLine(
      'market',
      id,
      baseCurrencyId,
      quoteCurrencyId,
      tickSize,
      lotSize,
      formatMinor(market.minNotionalMinor, exchange.currency(quoteCurrencyId)!.decimals),
      market.priceBandPpm,
      market.makerFeePpm,
      market.takerFeePpm,
      exchange.marketStatus(id),
      exchange.lastPriceTicks(id),
      tick?.number,
      tick?.priceE8,
    );
  }
}

function* spotOrders(exchange: ReadonlyExchange): Generator<string> {
  for (const customerId of exchange.customerIds()) {
    for (const order of exchange.openOrders(customerId)) {
      yield booksLine(
        'order',
        order.orderId,
        order.customerId,
        order.marketId,
        order.side,
        order.orderType,
        order.timeInForce,
        order.postOnly,
        order.priceTicks,
        order.quantityLots,
        order.budgetMinor,
        order.triggerTicks,
        order.triggered,
        order.filledLots,
        order.filledQuoteMinor,
        order.feeMinor,
        order.frozenMinor,
        order.placedAtMs,
        ...added(order, exchange.trailingExtremeTicks(order.orderId)),
      );
    }
  }
  for (const { customerId, marketId, dueAtMs, scope, line } of exchange.cancelTimers()) {
    const ofContracts = line === undefined ? [] : [line];
    yield booksLine('cancelTimer', customerId, marketId, dueAtMs, scope, ...ofContracts);
  }
}

/** What orders did not have from the beginning: only if there is something. */
function added(
  { preventedLots, triggeredAtMs, instructions }: OrderView,
  extremeTicks: number | null,
): readonly Field[] {
  if (preventedLots === 0 && instructions === null) return [];
  const given = instructions ?? {};
  const expiresAtMs = given.expiresAtMs ?? null;
  return [
    preventedLots,
    triggeredAtMs,
    given.triggerDirection,
    given.selfTrade,
    given.ifUnfillable,
    expiresAtMs,
    given.guarded ?? false,
    ...(given.triggerSource === undefined && given.trail === undefined
      ? []
      : [given.triggerSource, given.trail?.by, given.trail?.distance, extremeTicks]),
  ];
}

function* options(exchange: ReadonlyExchange): Generator<string> {
  const { option } = exchange;
  for (const { id } of exchange.markets()) {
    const offered = option.terms(id);
    if (offered !== null) yield booksLine('optionTerms', id, offered.version, offered.enabled);
  }
  for (const one of option.open()) {
    yield booksLine(
      'option',
      one.optionId,
      one.customerId,
      one.marketId,
      one.direction,
      one.seconds,
      one.currencyId,
      one.stakeMinor,
      one.profitMinor,
      one.practice,
      one.termsVersion,
      one.payoutPpm,
      one.staleMs,
      one.boughtAtMs,
      one.deliveryAtMs,
      one.chainHead.number,
      one.chainHead.hash,
      one.state,
      one.entry?.number,
      one.entry?.priceE8,
    );
  }
  for (const customerId of exchange.customerIds()) {
    for (const { id } of exchange.currencies()) {
      const minor = option.practiceMinor(customerId, id);
      if (minor !== 0n) yield booksLine('practice', customerId, id, minor);
    }
  }
}

function* trust(exchange: ReadonlyExchange): Generator<string> {
  for (const { productId, version, enabled, hostedMinor, orderCount } of exchange.trust.products()) {
    yield booksLine('product', productId, version, enabled, hostedMinor, orderCount);
  }
  for (const order of exchange.trust.openOrders()) {
    yield booksLine(
      'trust',
      order.orderId,
      order.customerId,
      order.productId,
      order.currencyId,
      order.principalMinor,
      order.boughtAtMs,
      order.depositDay,
      order.cycleDays,
      order.dailyYieldPpm,
      order.penaltyPpm,
      order.promisedMinor,
      order.paidDays,
      order.paidMinor,
      order.autoRenew,
      order.renewalOf,
    );
  }
}

function* launch(exchange: ReadonlyExchange): Generator<string> {
  for (const { terms: offered, status, closesAtMs, soldOut, result } of exchange.launch.offers()) {
    const { offerId } = offered;
    const closed = [result?.root, result?.orders, result?.valueMinor, result?.allocatedMinor];
    yield booksLine('offer', offerId, status, closesAtMs, soldOut, ...closed);
    for (const order of exchange.launch.orders(offerId)) {
      const { orderId, customerId, committed, allocatedMinor, spent, releasedMinor, returned } = order;
      yield booksLine(
        'commitment',
        orderId,
        offerId,
        customerId,
        amounts(committed),
        allocatedMinor,
        amounts(spent),
        releasedMinor,
        returned,
      );
    }
  }
}

function amounts(list: readonly LaunchAmount[]): string | null {
  return list.length === 0 ? null : list.map(one => `${one.currencyId}:${one.amountMinor}`).join(',');
}

function* referral(exchange: ReadonlyExchange): Generator<string> {
  const { terms: now, announcedTerms: later } = exchange.referral;
  if (now.firstPpm + now.secondPpm > 0 || later !== null) {
    const coming = [
      later?.terms.firstPpm,
      later?.terms.secondPpm,
      later?.announcedAtMs,
      later?.effectiveAtMs,
    ];
    yield booksLine('rebateTerms', now.firstPpm, now.secondPpm, ...coming);
  }
  for (const customerId of exchange.customerIds()) {
    const promoterId = exchange.referral.promoterOf(customerId);
    if (promoterId !== null) yield booksLine('promoter', customerId, promoterId);
    const standing = exchange.referral.standing(customerId);
    if (standing !== 'open') yield booksLine('standing', customerId, standing);
    for (const { currencyId, amountMinor } of exchange.referral.pendingOf(customerId)) {
      yield booksLine('rebate', customerId, currencyId, amountMinor);
    }
  }
  const dust = exchange.dust.terms;
  const terms = [dust.spreadPpm, dust.mostMinor, dust.customerDailyMinor, dust.dailyMinor, dust.staleMs];
  if (terms.some(figure => figure !== 0)) yield booksLine('dust', ...terms);
}

function* terms(exchange: ReadonlyExchange): Generator<string> {
  for (const { id } of exchange.markets()) {
    for (const line of TRADING_LINES) {
      const halt = exchange.terms.halt(line, id);
      if (halt !== null)
        yield booksLine('halt', line, id, halt.mode, halt.reason, halt.sinceMs, halt.untilMs);
      const later =
        line === 'spot' ? exchange.terms.announcedMarket(id) : exchange.terms.announcedPerpetual(id);
      if (later === null) continue;
      const { makerFeePpm, takerFeePpm, priceBandPpm } = later.config;
      const times = [later.announcedAtMs, later.effectiveAtMs];
      yield booksLine('terms', line, id, ...times, makerFeePpm, takerFeePpm, priceBandPpm);
    }
  }
}

function* wallet(exchange: ReadonlyExchange): Generator<string> {
  for (const customerId of exchange.frozenCustomers()) yield booksLine('frozen', customerId);
  for (const { customerId, currencyId, owedMinor } of exchange.debts()) {
    yield booksLine('debt', customerId, currencyId, owedMinor);
  }
  for (const one of exchange.openWithdrawals()) {
    const { withdrawalId, customerId, currencyId, amountMinor, feeMinor, via } = one;
    yield booksLine('withdrawal', withdrawalId, customerId, currencyId, amountMinor, feeMinor, via);
  }
  for (const customerId of exchange.customerIds()) {
    const own = exchange.limits.standing(customerId, exchange.lastAtMs);
    const { dailyLossMinor, nextDailyLoss, coolDownUntilMs, nextCoolDown, lostTodayMinor, atRiskMinor } = own;
    const has =
      dailyLossMinor !== null ||
      nextDailyLoss !== null ||
      coolDownUntilMs !== 0 ||
      nextCoolDown !== null ||
      lostTodayMinor !== 0n ||
      atRiskMinor !== 0n;
    if (!has) continue;
    yield booksLine(
      'limit',
      customerId,
      dailyLossMinor,
      nextDailyLoss?.limitMinor,
      nextDailyLoss?.fromMs,
      coolDownUntilMs,
      nextCoolDown?.untilMs,
      nextCoolDown?.fromMs,
      lostTodayMinor,
      atRiskMinor,
    );
  }
}
