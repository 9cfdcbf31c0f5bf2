import { DAY_MS } from '@tallystick/core/durations';
import { figuresIn, momentIn } from '@tallystick/protocol/figures';
import { LANGUAGES } from '@tallystick/protocol/languages';
import { beforeAll, describe, expect, it } from 'vitest';
import { Poppler } from '../../../testing/poppler.ts';
import type { LedgerRow } from '../../wallet/store.ts';
import type { EntriesContent } from '../content.ts';
import { StatementBroken } from '../entries.ts';
import { periodOf } from '../period.ts';
import { STATEMENT_TEXTS } from '../texts/texts.ts';
import { TRADE_COLUMNS } from '../trades.ts';
import { writeCsv } from '../write-csv.ts';
import { Sheet } from './sheet.ts';
import { writePdf } from './write-pdf.ts';

const ENTRIES = 400;

/** A year of entries whose balances rise and fall, with amounts of every length. */
function rows(): LedgerRow[] {
  let balanceAfterMinor = 0n;
  return Array.from({ length: ENTRIES }, (_, i) => {
    const amountMinor = i % 3 === 2 ? -(balanceAfterMinor / 3n) - 1n : BigInt(i + 1) ** 5n + 7n;
    balanceAfterMinor += amountMinor;
    return {
      postingId: i + 1,
      account: 'spot',
      currencyId: 3,
      amountMinor,
      balanceAfterMinor,
      reason: i % 3 === 2 ? 'withdrawal' : 'trade',
      reference: `trade:${i}`,
      atMs: Date.UTC(2025, 0, 1) + Math.floor((i * 365 * DAY_MS) / ENTRIES),
    } satisfies LedgerRow;
  });
}

function content(pages: EntriesContent['pages'], all = rows()): EntriesContent {
  const sum = (of: (minor: bigint) => boolean) =>
    all.reduce((total, { amountMinor }) => total + (of(amountMinor) ? amountMinor : 0n), 0n);
  const [creditsMinor, debitsMinor] = [sum(minor => minor > 0n), sum(minor => minor < 0n)];
  const closingMinor = all.at(-1)?.balanceAfterMinor ?? 0n;
  const sums = { creditsMinor, debitsMinor, entries: all.length };
  return {
    kind: 'entries',
    customerId: 10_017,
    period: periodOf('2025'),
    madeAtMs: Date.UTC(2026, 1, 3),
    complete: true,
    currencyOf: id => ({ id, code: 'USDT', decimals: 6 }),
    lines: [{ account: 'spot', currencyId: 3, openingMinor: 0n, closingMinor, ...sums }],
    kinds: [{ reason: 'trade', currencyId: 3, ...sums }],
    reason: null,
    pages,
  };
}

async function* inPages(all = rows()) {
  for (let at = 0; at < all.length; at += 150) yield all.slice(at, at + 150);
}

async function whole(chunks: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

let poppler: Poppler | { readonly missing: string };
beforeAll(async () => {
  poppler = await Poppler.find();
});

describe('a printed statement', () => {
  it.each(LANGUAGES)('contains every letter of its words: %s', language => {
    const { doc } = new Sheet(language, false, 'letters', '');
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
      ._font;
    const letters = new Set(JSON.stringify(STATEMENT_TEXTS[language]));
    const { fromMs } = periodOf('2025');
    const figures = figuresIn(language, '-1234567.89') + momentIn(language, fromMs, 'second');
    for (const letter of `${figures}0123456789.-: –·ABCDEFGHIJKLMNOPQRSTUVWXYZ/`) letters.add(letter);
    const missing = [...letters].filter(letter => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)(
    'opens in poppler with the totals and entries of the CSV, as written in %s',
    async language => {
      if (!(poppler instanceof Poppler)) {
        process.stdout.write(`skipped: ${poppler.missing}\n`);
        return;
      }
      const texts = STATEMENT_TEXTS[language];
      const lines = await poppler.lines(await whole(writePdf(content(inPages()), language)));
      const flat = lines.map(line => line.trim().split(/\s+/));
      const csv = (await whole(writeCsv(content(inPages()))))
        .toString()
        .trim()
        .split('\r\n')
        .map(line => line.split(','));
      const written = (figure = '') => figuresIn(language, figure);
      const closing = written(csv.find(cells => cells[3] === 'closing_balance')?.[5]);
      // Text extracted from a PDF has different spaces in some scripts; figures are the same.
      const amounts = csv
        .slice(2, -1)
        .map(cells => [written(cells[4]), written(cells[5]), cells[6]].join(' '));
      const printed = flat.filter(words => /^trade:\d+$/.test(words.at(-1) ?? ''));
      expect(printed.map(words => words.slice(-3).join(' '))).toEqual(amounts);
      expect(amounts.length).toBe(ENTRIES);
      const first = momentIn(language, rows()[0]?.atMs ?? 0, 'second');
      expect(printed[0]?.join(' ').startsWith(first)).toBe(true);
      const balances = flat.find(words => words.at(-1) === String(ENTRIES) && words.at(-2) === closing);
      expect(balances?.[balances.length - 5]).toBe('0');
      expect(lines.join('').replaceAll(/\s/g, '')).toContain(texts.title.replaceAll(/\s/g, ''));
    },
  );

  it('of trades shows pair, side, price, amounts with their currencies, and order', async () => {
    if (!(poppler instanceof Poppler)) return;
    const { customerId, period, madeAtMs, complete } = content(inPages());
    const trade = ['2025-03-04T05:06:07.000Z', 'contract', 'BTC/USDT', 'sell', 'maker', '64250.5', '0.125'];
    const rest = ['8031.3125', 'USDT', '8.0313', 'USDT', '-12.5', '4711', '99', '123'];
    const pages = (async function* () {
      yield [[...trade, ...rest]];
    })();
    const heading = { customerId, period, madeAtMs, complete };
    const trades = { kind: 'trades', method: 'average', columns: TRADE_COLUMNS, ...heading, pages } as const;
    const lines = await poppler.lines(await whole(writePdf(trades, 'en')));
    const printed = lines.map(line => line.trim().replaceAll(/\s+/g, ' '));
    expect(printed).toContain(
      '04 Mar 2025, 05:06:07 Contracts BTC/USDT Sell 64,250.5 0.125 8,031.3125 USDT 8.0313 USDT -12.5 4711',
    );
  });

  it('is not finished when the entries do not add up', async () => {
    const broken = (async function* () {
      yield rows();
      throw new StatementBroken('a test says so');
    })();
    const parts: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of writePdf(content(broken), 'en')) parts.push(chunk);
    };
    await expect(read()).rejects.toThrow(StatementBroken);
    expect(Buffer.concat(parts).toString('latin1')).not.toContain('%%EOF');
  });
});
