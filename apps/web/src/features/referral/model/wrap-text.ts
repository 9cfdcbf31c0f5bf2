/** How wide a text is drawn, in any unit. */
export type Measure = (text: string) => number;

/**
 * Lines no wider than `width`, broken where the language allows: Thai has no spaces, Chinese and Japanese few.
 * A part that alone is too wide is broken anywhere.
 */
export function wrapText(text: string, locale: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts(text, locale)) {
    if (measure((line + part).trimEnd()) <= width) {
      line += part;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
    for (const letter of measure(part.trimEnd()) <= width ? [part] : letters(part, locale)) {
      if (line !== '' && measure((line + letter).trimEnd()) > width) {
        lines.push(line.trim());
        line = '';
      }
      line += letter;
    }
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** Characters that must not begin a line, and spaces: they stay with the word before. */
const FOLLOWS = /^[\s\p{Pe}\p{Pf}\p{Po}\p{Pd}…]+$/u;
const OPENS = /[\p{Ps}\p{Pi}¿¡]$/u;

function parts(text: string, locale: string): string[] {
  const found: string[] = [];
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const before = found.at(-1);
    if (before !== undefined && ((FOLLOWS.test(segment) && !OPENS.test(segment)) || OPENS.test(before))) {
      found[found.length - 1] = before + segment;
    } else {
      found.push(segment);
    }
  }
  return found;
}

function letters(text: string, locale: string): string[] {
  const segments = new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text);
  return [...segments].map(({ segment }) => segment);
}
