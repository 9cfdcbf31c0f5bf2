import { NONE } from './order-pool.ts';

/** Ids per page. A page takes 256 bytes, also when a single old order is all it holds. */
const PAGE = 64;

/**
 * Order id → slot. Ids are handed out in rising order, so orders placed one after the other share a page of 64 ids and
 * its cache lines; pages are found through a hash table of their first ids. A page lives until the last of its ids is
 * removed. Ids are integers from 0 to 2^53 − 1.
 */
export class IdIndex {
  /** First id of each page; page numbers count from 1. */
  #firstIds: Float64Array;
  #slots: Int32Array;
  /** Live ids per page; in a free page, the number of the next free page. */
  #counts: Int32Array;
  #capacity: number;
  #usedPages = 0;
  #livePages = 0;
  #freePage = 0;
  /** Open addressing with linear probing, at most half full; holds page numbers, 0 = empty. */
  #table: Int32Array;
  #shift: number;
  /** The page used last: a new order is nearly always on the same page as the order before it. */
  #lastFirstId = -1;
  #lastPage = 0;

  constructor(expectedIds: number) {
    const pages = Math.max(16, Math.ceil(expectedIds / PAGE));
    this.#capacity = pages + 1;
    this.#firstIds = new Float64Array(this.#capacity);
    this.#slots = new Int32Array(this.#capacity * PAGE);
    this.#counts = new Int32Array(this.#capacity);
    const bits = 33 - Math.clz32(pages - 1);
    this.#table = new Int32Array(1 << bits);
    this.#shift = 32 - bits;
  }

  /** The slot of `id`, or NONE. */
  get(id: number): number {
    const low = id & (PAGE - 1);
    const page = this.#find(id - low);
    return page === 0 ? NONE : this.#slots[page * PAGE + low]!;
  }

  /** `id` must be absent. */
  set(id: number, slot: number): void {
    const low = id & (PAGE - 1);
    const firstId = id - low;
    let page = this.#find(firstId);
    if (page === 0) page = this.#createPage(firstId);
    this.#slots[page * PAGE + low] = slot;
    this.#counts[page]!++;
  }

  /** `id` must be present. */
  delete(id: number): void {
    const low = id & (PAGE - 1);
    const firstId = id - low;
    const page = this.#find(firstId);
    this.#slots[page * PAGE + low] = NONE;
    if (--this.#counts[page]! === 0) this.#releasePage(page, firstId);
  }

  #home(firstId: number): number {
    return Math.imul(firstId >>> 6, 0x9e3779b1) >>> this.#shift;
  }

  #find(firstId: number): number {
    if (firstId === this.#lastFirstId) return this.#lastPage;
    const table = this.#table;
    const mask = table.length - 1;
    for (let at = this.#home(firstId); ; at = (at + 1) & mask) {
      const page = table[at]!;
      if (page === 0) return 0;
      if (this.#firstIds[page] === firstId) {
        this.#lastFirstId = firstId;
        this.#lastPage = page;
        return page;
      }
    }
  }

  #createPage(firstId: number): number {
    let page = this.#freePage;
    if (page !== 0) {
      this.#freePage = this.#counts[page]!;
      this.#counts[page] = 0;
    } else {
      page = ++this.#usedPages;
      if (page === this.#capacity) this.#growPages();
    }
    this.#firstIds[page] = firstId;
    if (++this.#livePages * 2 > this.#table.length) this.#growTable();
    this.#insert(page, firstId);
    this.#lastFirstId = firstId;
    this.#lastPage = page;
    return page;
  }

  #insert(page: number, firstId: number): void {
    const mask = this.#table.length - 1;
    let at = this.#home(firstId);
    while (this.#table[at] !== 0) at = (at + 1) & mask;
    this.#table[at] = page;
  }

  #releasePage(page: number, firstId: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let hole = this.#home(firstId);
    while (table[hole] !== page) hole = (hole + 1) & mask;
    // Close the gap: move back every follower whose home lies at or before it, so that probing needs no tombstones.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = this.#home(this.#firstIds[table[at]!]!);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        table[hole] = table[at]!;
        hole = at;
      }
    }
    table[hole] = 0;
    this.#livePages--;
    this.#counts[page] = this.#freePage;
    this.#freePage = page;
    if (page === this.#lastPage) {
      this.#lastFirstId = -1;
      this.#lastPage = 0;
    }
  }

  #growPages(): void {
    this.#capacity *= 2;
    const firstIds = new Float64Array(this.#capacity);
    firstIds.set(this.#firstIds);
    this.#firstIds = firstIds;
    const slots = new Int32Array(this.#capacity * PAGE);
    slots.set(this.#slots);
    this.#slots = slots;
    const counts = new Int32Array(this.#capacity);
    counts.set(this.#counts);
    this.#counts = counts;
  }

  #growTable(): void {
    const old = this.#table;
    this.#table = new Int32Array(old.length * 2);
    this.#shift--;
    for (const page of old) if (page !== 0) this.#insert(page, this.#firstIds[page]!);
  }
}
