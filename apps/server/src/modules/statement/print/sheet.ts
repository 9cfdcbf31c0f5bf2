import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@tallystick/protocol';
import Document from 'pdfkit';

const FONTS: Readonly<Record<Language, string>> = {
  en: 'latin',
  esp: 'latin',
  yn: 'latin',
  zh: 'sc',
  hk: 'tc',
  jp: 'jp',
  kr: 'kr',
  th: 'thai',
};
const CODES: Readonly<Record<Language, string>> = {
  en: 'en',
  esp: 'es',
  yn: 'vi',
  zh: 'zh-Hans',
  hk: 'zh-Hant',
  jp: 'ja',
  kr: 'ko',
  th: 'th',
};
const MARGIN = 36;
const ROW = 13;
const SMALL = 7;
const TEXT = 7.5;
const INK = '#14181f';
const FAINT = '#5b6472';
const LINE = '#d5dae1';
const BRAND = '#0b7a5a';

/** The font for a language: a file beside this one. */
export function fontFile(language: Language): string {
  return fileURLToPath(new URL(path.posix.join('../fonts', `${FONTS[language]}.ttf`), import.meta.url));
}

export interface Column {
  readonly label: string;
  /** Fraction of the width. */
  readonly weight: number;
  readonly right?: boolean;
}

/** A4 pages with a title, tables over several pages, and page numbers. Numbers are never cut: they are printed smaller. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly #footer: string;
  #columns: readonly Column[] = [];
  #page = 0;

  constructor(language: Language, wide: boolean, title: string, footer: string) {
    this.#footer = footer;
    this.doc = new Document({
      size: 'A4',
      layout: wide ? 'landscape' : 'portrait',
      margin: MARGIN,
      autoFirstPage: false,
      font: fontFile(language),
      lang: CODES[language],
      info: { Title: title, Author: 'Tallystick' },
    });
    this.#newPage();
  }

  get #width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  heading(title: string, facts: readonly (readonly [label: string, value: string])[]): void {
    this.#write('Tallystick', MARGIN, { size: 9, color: BRAND });
    this.doc.y += 14;
    this.#write(title, MARGIN, { size: 17 });
    this.doc.y += 26;
    for (const [label, value] of facts) {
      if (label !== '') this.#write(label, MARGIN, { color: FAINT });
      this.#write(value, label === '' ? MARGIN : MARGIN + 120, {});
      this.doc.y += ROW;
    }
  }

  table(title: string, columns: readonly Column[]): void {
    this.doc.y += 14;
    // Keep a table's head together with at least two rows.
    if (this.#left < 5 * ROW) this.#newPage();
    this.#write(title, MARGIN, { size: 11 });
    this.doc.y += 18;
    this.#columns = columns;
    this.#head();
  }

  row(cells: readonly string[]): void {
    if (this.#left < ROW) {
      this.#newPage();
      this.#head();
    }
    this.#cells(cells, INK, TEXT);
    this.doc.y += ROW;
    this.#rule(LINE);
  }

  end(): void {
    this.doc.end();
  }

  get #left(): number {
    return this.doc.page.height - MARGIN - 16 - this.doc.y;
  }

  #head(): void {
    this.#cells(
      this.#columns.map(({ label }) => label),
      FAINT,
      SMALL,
    );
    this.doc.y += ROW;
    this.#rule(FAINT);
  }

  #rule(color: string): void {
    const y = this.doc.y - 2.5;
    this.doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(0.4)
      .strokeColor(color)
      .stroke();
  }

  #cells(cells: readonly string[], color: string, size: number): void {
    const whole = this.#columns.reduce((sum, { weight }) => sum + weight, 0);
    let x = MARGIN;
    for (const [at, { weight, right }] of this.#columns.entries()) {
      const width = (this.#width * weight) / whole;
      this.#write(cells[at] ?? '', x, { color, size, width: width - 4, right: right === true });
      x += width;
    }
  }

  #write(
    text: string,
    x: number,
    style: { size?: number; color?: string; width?: number; right?: boolean },
  ): void {
    if (text === '') return;
    const { doc } = this;
    const { size = TEXT, color = INK, width = this.#width } = style;
    doc.fontSize(size).fillColor(color);
    const wide = doc.widthOfString(text);
    if (wide > width) doc.fontSize((size * width) / wide);
    const at = style.right === true ? x + width - Math.min(wide, width) : x;
    const { y } = doc;
    doc.text(text, at, y, { lineBreak: false });
    doc.y = y;
  }

  #newPage(): void {
    this.#page++;
    this.doc.addPage();
    const foot = this.doc.page.height - MARGIN - 6;
    // A text below the margin would make the library start a page.
    this.doc.page.margins.bottom = 0;
    this.doc.y = foot;
    this.#write(this.#footer, MARGIN, { size: SMALL, color: FAINT });
    this.#write(String(this.#page), MARGIN, { size: SMALL, color: FAINT, right: true });
    this.doc.y = MARGIN;
  }
}
