import { CallFailure } from './call-failure.ts';

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** One row more than a page, which only shows that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

/** The numbers of a cursor such as `17` or `17.3`; null at the first page. Throws invalid_input for any other text. */
export function readCursor(cursor: string | undefined, parts: number): number[] | null {
  if (cursor === undefined) return null;
  const numbers = cursor.split('.').map(part => (/^\d{1,15}$/.test(part) ? Number(part) : NaN));
  if (numbers.length !== parts || numbers.some(Number.isNaN)) {
    throw new CallFailure('invalid_input', { field: 'cursor' });
  }
  return numbers;
}

interface ListInput {
  readonly market_id?: number | undefined;
  readonly position_id?: number | undefined;
  readonly from_ms?: number | undefined;
  readonly to_ms?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A list call's filters as services take them. The limit is one more than the page, as `pageOf` expects. */
export function rangeOf(input: ListInput) {
  return {
    marketId: input.market_id,
    positionId: input.position_id,
    fromMs: input.from_ms,
    toMs: input.to_ms,
    limit: input.limit + 1,
  };
}

/** As `rangeOf`, for lists whose cursor is one id. */
export function idRangeOf(input: ListInput) {
  return { ...rangeOf(input), beforeId: readCursor(input.cursor, 1)?.[0] ?? null };
}

/** A cursor of two numbers. */
export function readPair(cursor: string | undefined): readonly [number, number] | null {
  const [first, second] = readCursor(cursor, 2) ?? [];
  return first === undefined || second === undefined ? null : [first, second];
}

/** The cursor of a customer's side of a trade. If they traded with themself, the taker's side comes first. */
export function fillCursor(fill: {
  readonly trade: { readonly tradeId: number };
  readonly role: string;
}): string {
  return `${fill.trade.tradeId}.${fill.role === 'maker' ? 1 : 0}`;
}

/** Conditions of a query with their parameters, numbered as they are added. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** `?` in the condition stands for the value. */
  add(condition: string, value: unknown): this {
    this.values.push(value);
    this.#parts.push(condition.replaceAll('?', `$${this.values.length}`));
    return this;
  }

  addIf(condition: string, value: unknown): this {
    return value === undefined || value === null ? this : this.add(condition, value);
  }

  /** A condition without a value, or with parameters that the caller has numbered. */
  addRaw(condition: string): this {
    this.#parts.push(condition);
    return this;
  }

  /** The number of a further parameter, e.g. for `limit`. */
  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.#parts.join(' and ');
  }
}
