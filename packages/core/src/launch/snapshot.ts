import type { Markets } from '../market/market.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { OfferBook, type KeptOrder } from './offer-book.ts';
import {
  LAUNCH_STATUSES,
  type AcceptedCurrency,
  type LaunchAmount,
  type LaunchMode,
  type LaunchResult,
  type LaunchTerms,
  type Release,
} from './terms.ts';
import { validateTerms } from './derive-terms.ts';

/** Written as positions, so this list may only grow at the end, like LAUNCH_STATUSES. */
const MODES: readonly LaunchMode[] = ['proRata', 'firstCome'];

export function writeOffer(writer: SnapshotWriter, offer: OfferBook): void {
  writeTerms(writer, offer.terms);
  writer.word(LAUNCH_STATUSES, offer.status);
  writer.int(offer.closesAtMs);
  writer.bool(offer.soldOut);
  writer.int(offer.done);
  writer.int(offer.stage);
  writer.bool(offer.result !== null);
  if (offer.result !== null) {
    writer.text(offer.result.root);
    writer.int(offer.result.orders);
    writer.text(offer.result.valueMinor.toString());
    writer.int64(offer.result.allocatedMinor);
  }
  writer.int(offer.size);
  for (const order of offer.orders()) writeOrder(writer, order);
  if (offer.closing !== null) writer.int(offer.closing.pieces);
}

export function readOffer(reader: SnapshotReader, markets: Markets, customers: Customers): OfferBook {
  const terms = readTerms(reader);
  const invalid = validateTerms(terms, id => markets.currency(id));
  if (invalid !== null) throw new SnapshotUnreadable(`launch offer ${terms.offerId}: ${invalid.field}`);
  const offer = new OfferBook(terms, id => markets.currency(id)!.decimals);
  offer.status = reader.word(LAUNCH_STATUSES);
  offer.closesAtMs = reader.int();
  offer.soldOut = reader.bool();
  offer.done = reader.int();
  offer.stage = reader.int();
  if (reader.bool()) offer.result = readResult(reader);
  if (offer.status === 'launched' && offer.stage >= terms.releases.length) {
    throw new SnapshotUnreadable(`launch offer ${terms.offerId}: stage ${offer.stage}`);
  }
  for (let left = reader.int(); left > 0; left--) {
    const order = readOrder(reader);
    if (!customers.has(order.customerId) || offer.orderOf(order.customerId) !== undefined) {
      throw new SnapshotUnreadable(`launch order ${order.orderId}`);
    }
    offer.add(order);
  }
  if (offer.status === 'allocating') {
    offer.freeze();
    if (!offer.closing!.redo(reader.int())) {
      throw new SnapshotUnreadable(`launch offer ${terms.offerId}: allocated further than it goes`);
    }
  }
  if (offer.status === 'launched' || offer.status === 'released') {
    const market = markets.market(terms.market.id);
    if (market === undefined) throw new SnapshotUnreadable(`launch offer ${terms.offerId}: no market`);
    market.openAt(terms.issuePriceE8);
    markets.nameCurrency(terms.currency.id, terms.currency.name);
  }
  return offer;
}

function writeTerms(writer: SnapshotWriter, terms: LaunchTerms): void {
  writer.int(terms.offerId);
  writer.int(terms.currency.id);
  writer.text(terms.currency.code);
  writer.int(terms.currency.decimals);
  writer.text(terms.currency.name);
  const { market } = terms;
  writer.int(market.id);
  writer.int(market.quoteCurrencyId);
  writer.text(market.tickSize);
  writer.text(market.lotSize);
  writer.text(market.minNotional);
  writer.int(market.priceBandPpm);
  writer.int(market.makerFeePpm);
  writer.int(market.takerFeePpm);
  writer.int(terms.issuePriceE8);
  writer.int64(terms.supplyMinor);
  writer.word(MODES, terms.mode);
  writer.text(terms.minimumMinor.toString());
  writer.int64(terms.capMinor);
  writer.int(terms.accepted.length);
  for (const { currencyId, rateE8 } of terms.accepted) {
    writer.int(currencyId);
    writer.int(rateE8);
  }
  writer.int(terms.startMs);
  writer.int(terms.closeMs);
  writer.int(terms.launchMs);
  writer.int(terms.releases.length);
  for (const { afterMs, ppm } of terms.releases) {
    writer.int(afterMs);
    writer.int(ppm);
  }
}

function readTerms(reader: SnapshotReader): LaunchTerms {
  return {
    offerId: reader.int(),
    currency: { id: reader.int(), code: reader.text(), decimals: reader.int(), name: reader.text() },
    market: {
      id: reader.int(),
      quoteCurrencyId: reader.int(),
      tickSize: reader.text(),
      lotSize: reader.text(),
      minNotional: reader.text(),
      priceBandPpm: reader.int(),
      makerFeePpm: reader.int(),
      takerFeePpm: reader.int(),
    },
    issuePriceE8: reader.int(),
    supplyMinor: reader.int64(),
    mode: reader.word(MODES),
    minimumMinor: readBig(reader),
    capMinor: reader.int64(),
    accepted: readList<AcceptedCurrency>(reader, () => ({ currencyId: reader.int(), rateE8: reader.int() })),
    startMs: reader.int(),
    closeMs: reader.int(),
    launchMs: reader.int(),
    releases: readList<Release>(reader, () => ({ afterMs: reader.int(), ppm: reader.int() })),
  };
}

function readResult(reader: SnapshotReader): LaunchResult {
  return {
    root: reader.text(),
    orders: reader.int(),
    valueMinor: readBig(reader),
    allocatedMinor: reader.int64(),
  };
}

function writeOrder(writer: SnapshotWriter, order: KeptOrder): void {
  writer.int(order.orderId);
  writer.int(order.customerId);
  writeAmounts(writer, order.committed);
  writer.bool(order.allocatedMinor !== null);
  if (order.allocatedMinor !== null) writer.int64(order.allocatedMinor);
  writeAmounts(writer, order.spent);
  writer.int64(order.releasedMinor);
  writer.bool(order.returned);
}

function readOrder(reader: SnapshotReader): KeptOrder {
  return {
    orderId: reader.int(),
    customerId: reader.int(),
    committed: readAmounts(reader),
    allocatedMinor: reader.bool() ? reader.int64() : null,
    spent: readAmounts(reader),
    releasedMinor: reader.int64(),
    returned: reader.bool(),
  };
}

function writeAmounts(writer: SnapshotWriter, amounts: readonly LaunchAmount[]): void {
  writer.int(amounts.length);
  for (const { currencyId, amountMinor } of amounts) {
    writer.int(currencyId);
    writer.int64(amountMinor);
  }
}

function readAmounts(reader: SnapshotReader): LaunchAmount[] {
  return readList(reader, () => ({ currencyId: reader.int(), amountMinor: reader.int64() }));
}

function readList<T>(reader: SnapshotReader, read: () => T): T[] {
  const list: T[] = [];
  for (let left = reader.int(); left > 0; left--) list.push(read());
  return list;
}

/** An amount that may be larger than any balance: decimal digits. */
function readBig(reader: SnapshotReader): bigint {
  const text = reader.text();
  if (!/^\d{1,60}$/.test(text)) throw new SnapshotUnreadable('not an amount');
  return BigInt(text);
}
