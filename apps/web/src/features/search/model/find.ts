/** Something that can be found by its name or by words for it. */
export interface Findable {
  readonly title: string;
  /** Other words that customers look for it by. */
  readonly words?: string;
}

/** Lower case, without accents, marks and signs: `Nạp tiền` is found by `nap tien`. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const IN_WORDS = 3;

/** 0: the name begins so; 1: one of its words does; 2: it is within the name; 3: found by other words. */
function rank({ title, words = '' }: Findable, wanted: string): number | undefined {
  const name = plain(title);
  if (name.startsWith(wanted)) return 0;
  if (` ${name}`.includes(` ${wanted}`)) return 1;
  if (name.includes(wanted)) return 2;
  return ` ${plain(words)}`.includes(` ${wanted}`) ? IN_WORDS : undefined;
}

/** What the query finds, best first, otherwise in the given order. All of it for an empty query. */
export function find<T extends Findable>(items: readonly T[], query: string, limit: number): T[] {
  const wanted = plain(query);
  if (wanted === '') return items.slice(0, limit);
  return items
    .map(item => ({ item, place: rank(item, wanted) }))
    .filter((found): found is { item: T; place: number } => found.place !== undefined)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, limit)
    .map(({ item }) => item);
}

/** An order's number as typed or copied: `#1,234`, `1 234`; undefined for any other text. */
export function orderNumber(query: string): number | undefined {
  const digits = /^\s*#?\s*(\d[\d.,'’\s]{0,19})$/u.exec(query)?.[1]?.replace(/\D/g, '');
  if (digits === undefined) return undefined;
  const number = parseInt(digits, 10);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Where an arrow key leads among `count` results; undefined for other keys. */
export function nextResult(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  return undefined;
}
