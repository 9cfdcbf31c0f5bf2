import type { EventLog } from '../event-log.ts';
import { PLATFORM_OWNER } from '../ledger/account.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import type { Spot } from '../spot/spot.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Customers } from '../customer/customer.ts';
import type { Convert, ConvertCommand } from './command.ts';
import { previewConversion, type ConvertPreview } from './preview.ts';
import type { ConvertReader, ConvertRequest } from './reader.ts';
import { routesBetween } from './route.ts';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Converts by market orders, all of them or none: every fill is known before the first order trades. */
export class Conversions implements CommandOwner<ConvertCommand>, ConvertReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #spot: Spot;

  constructor({ log, ledger, markets, customers, limits }: Shared, spot: Spot) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#spot = spot;
  }

  preview(request: ConvertRequest): ConvertPreview | Refusal {
    const { customerId, fromCurrencyId, toCurrencyId, amountMinor } = request;
    if (this.#markets.currency(fromCurrencyId) === undefined) return refuse('unknown_currency', 'from_id');
    if (this.#markets.currency(toCurrencyId) === undefined) return refuse('unknown_currency', 'to_id');
    if (fromCurrencyId === toCurrencyId) return refuse('same_currency', 'to_id');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    if (amountMinor > MAX_SAFE) return refuse('amount_too_large', 'amount');
    const previews = routesBetween(this.#markets, fromCurrencyId, toCurrencyId).map(route =>
      previewConversion(
        route.map(({ config }) => this.#spot.market(config.id)!),
        customerId,
        fromCurrencyId,
        Number(amountMinor),
      ),
    );
    return best(previews) ?? previews[0] ?? refuse('no_route', 'to_id');
  }

  apply(command: ConvertCommand, atMs: number): Refusal | null {
    const refusal = this.#refuseCustomer(command, atMs);
    if (refusal !== null) return refusal;
    const preview = this.preview(command);
    if ('code' in preview) return preview;
    const refused = this.#refuseFunds(command, preview) ?? this.#refuseWorse(command, preview);
    if (refused !== null) return refused;

    const { customerId, fromCurrencyId, toCurrencyId, minReceivedMinor } = command;
    const { paidMinor, receivedMinor, restMinor, legs } = preview;
    const orderIds = legs.map(leg => this.#spot.takeWhole(customerId, leg, atMs));
    this.#log.push({
      type: 'converted',
      customerId,
      fromCurrencyId,
      toCurrencyId,
      paidMinor,
      receivedMinor,
      minReceivedMinor,
      viaCurrencyId: legs.length === 1 ? null : COUNTING_CURRENCY_ID,
      restMinor,
      orderIds,
    });
    return null;
  }

  #refuseCustomer({ customerId, expiresAtMs, minReceivedMinor }: Convert, atMs: number): Refusal | null {
    if (customerId === PLATFORM_OWNER || !this.#customers.has(customerId)) {
      return refuse('unknown_customer', 'customer_id');
    }
    if (this.#customers.isFrozen(customerId)) return refuse('customer_frozen');
    if (!isIntegerWithin(expiresAtMs, atMs, Number.MAX_SAFE_INTEGER)) return refuse('quote_expired');
    const isAmount = typeof minReceivedMinor === 'bigint' && minReceivedMinor > 0n;
    return isAmount ? null : refuse('invalid_amount', 'least');
  }

  #refuseFunds({ customerId, fromCurrencyId }: Convert, { legs, paidMinor }: ConvertPreview): Refusal | null {
    const limited = legs.some(leg => leg.side === 'buy') ? this.#limits.refuseBuying(customerId) : null;
    if (limited !== null) return limited;
    const account = this.#ledger.spot(customerId, fromCurrencyId);
    return checkAvailable(this.#ledger, account, paidMinor, this.#markets.currency(fromCurrencyId)!);
  }

  #refuseWorse(
    { toCurrencyId, minReceivedMinor }: Convert,
    { receivedMinor }: ConvertPreview,
  ): Refusal | null {
    if (receivedMinor >= minReceivedMinor) return null;
    const { decimals, code } = this.#markets.currency(toCurrencyId)!;
    return refuse('quote_outdated', undefined, {
      received: formatMinor(receivedMinor, decimals),
      least: formatMinor(minReceivedMinor, decimals),
      currency: code,
    });
  }
}

/** The route that pays the most, the first one if several pay the same; null if none is open. */
function best(previews: readonly (ConvertPreview | Refusal)[]): ConvertPreview | null {
  let found: ConvertPreview | null = null;
  for (const preview of previews) {
    if ('code' in preview) continue;
    if (found === null || preview.receivedMinor > found.receivedMinor) found = preview;
  }
  return found;
}
