import type { ReadonlyExchange } from '@tallystick/core';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import type { DatabaseLog } from '../../database/log.ts';
import { priceCandle, tradeCandle } from './candle.ts';
import { CandleBook } from './candle-book.ts';
import type { CandleKey } from './candle-rows.ts';
import type { CandleProgress, CandleStore } from './candle-store.ts';

const CONTRACT_KINDS = ['contract', 'mark', 'index'] as const satisfies readonly CandleKind[];

export interface CandleBooksOptions {
  /** Where candles are saved, and older ones read. */
  readonly store: CandleStore;
  /** What is loaded now is read there alone. */
  readonly loadFrom: CandleStore;
  readonly exchange: ReadonlyExchange;
  readonly log: DatabaseLog;
  readonly onError: (error: unknown) => void;
}

/**
 * The candles of all markets and contracts. They are saved together with the last trade and index tick they include; after
 * a restart later ones are added from their tables. Marks are kept nowhere else: of a killed process those of the last
 * seconds are missing in the candles of the mark, and in nothing else.
 */
export class CandleBooks {
  readonly #options: CandleBooksOptions;
  readonly #books: Map<string, CandleBook>;
  #progress: CandleProgress;
  #saved: CandleProgress;
  #saving: Promise<void> | null = null;

  private constructor(options: CandleBooksOptions, books: Map<string, CandleBook>, progress: CandleProgress) {
    this.#options = options;
    this.#books = books;
    this.#progress = progress;
    this.#saved = progress;
  }

  static async load(options: CandleBooksOptions): Promise<CandleBooks> {
    const { store, loadFrom, exchange, onError } = options;
    let books: Map<string, CandleBook>;
    let progress: CandleProgress;
    // A writer that is just stopping may save between these two reads: candles and progress must be from the same save.
    do {
      progress = await loadFrom.progress();
      books = new Map();
      for (const key of keysOf(exchange)) {
        books.set(nameOf(key), await CandleBook.load(key, store, loadFrom, onError));
      }
    } while (!isSame(await loadFrom.progress(), progress));
    const loaded = new CandleBooks(options, books, progress);
    await loaded.#catchUp();
    return loaded;
  }

  /** The newest trades and tick that are in the candles. */
  get progress(): CandleProgress {
    return this.#progress;
  }

  /** Notes that what has these numbers is in the candles. */
  includes(numbers: Partial<CandleProgress>): void {
    const { tradeId, contractTradeId, indexTick } = this.#progress;
    this.#progress = {
      tradeId: Math.max(tradeId, numbers.tradeId ?? 0),
      contractTradeId: Math.max(contractTradeId, numbers.contractTradeId ?? 0),
      indexTick: Math.max(indexTick, numbers.indexTick ?? 0),
    };
  }

  find(kind: CandleKind, marketId: number): CandleBook | null {
    return this.#books.get(nameOf({ kind, marketId })) ?? null;
  }

  /** Of a market or contract that may have just been configured. */
  of(kind: CandleKind, marketId: number): CandleBook {
    const key = { kind, marketId };
    let book = this.#books.get(nameOf(key));
    if (book === undefined) {
      book = CandleBook.empty(key, this.#options.store, this.#options.onError);
      this.#books.set(nameOf(key), book);
    }
    return book;
  }

  /** Saves what changed; resolves when all of it is saved, or failed and will be tried again. */
  async save(): Promise<void> {
    await this.#saving;
    this.#saving = this.#saveNow().finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  async #saveNow(): Promise<void> {
    const progress = this.#progress;
    const unsaved = [...this.#books.values()]
      .map(book => ({ book, candles: book.takeUnsaved() }))
      .filter(({ candles }) => candles.length > 0);
    if (unsaved.length === 0 && isSame(progress, this.#saved)) return;
    try {
      await this.#options.store.save(
        unsaved.flatMap(({ candles }) => candles),
        progress,
      );
      this.#saved = progress;
    } catch (error) {
      for (const { book, candles } of unsaved) book.putBack(candles);
      this.#options.log.error({ err: error }, 'candles could not be saved; they will be with the next');
    }
  }

  /** Adds what was traded and recorded after the candles were saved, and the mark of now. */
  async #catchUp(): Promise<void> {
    const { loadFrom, exchange } = this.#options;
    await loadFrom.tradesAfter('spot', this.#progress.tradeId, trade => {
      this.find('spot', trade.marketId)?.add(tradeCandle(trade, trade.atMs));
      this.includes({ tradeId: trade.tradeId });
    });
    await loadFrom.tradesAfter('contract', this.#progress.contractTradeId, trade => {
      this.find('contract', trade.marketId)?.add(tradeCandle(trade, trade.atMs));
      this.includes({ contractTradeId: trade.tradeId });
    });
    await loadFrom.pricesAfter(this.#progress.indexTick, ({ number, priceE8, atMs }, marketId) => {
      this.find('index', marketId)?.add(priceCandle(priceE8, atMs));
      this.includes({ indexTick: number });
    });
    for (const { marketId } of exchange.perpetual.contracts()) {
      const mark = exchange.perpetual.mark(marketId);
      if (mark !== null) this.addMark(marketId, mark.markE8, mark.atMs);
    }
  }

  /** A mark of a minute that the candles have left behind is in them: another process saved it. */
  addMark(marketId: number, markE8: number, atMs: number): void {
    const book = this.of('mark', marketId);
    const { last } = book.minutes;
    if (last === undefined || atMs >= last.openMs) book.add(priceCandle(markE8, atMs));
  }
}

function keysOf(exchange: ReadonlyExchange): CandleKey[] {
  const spot = exchange.markets().map(({ id }) => ({ kind: 'spot' as const, marketId: id }));
  const contracts = exchange.perpetual.contracts();
  return [...spot, ...contracts.flatMap(({ marketId }) => CONTRACT_KINDS.map(kind => ({ kind, marketId })))];
}

function nameOf({ kind, marketId }: CandleKey): string {
  return `${kind}:${marketId}`;
}

function isSame(one: CandleProgress, other: CandleProgress): boolean {
  return (
    one.tradeId === other.tradeId &&
    one.contractTradeId === other.contractTradeId &&
    one.indexTick === other.indexTick
  );
}
