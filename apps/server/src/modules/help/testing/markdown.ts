/** The subset of Markdown that articles may use. */

const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/g;
const BOLD = /\*\*([^*]+)\*\*/g;
const MOST_COLUMNS = 3;

/** Targets of links, in order. */
export function linksOf(body: string): string[] {
  return [...body.matchAll(LINK)].map(([, , target]) => target!);
}

export function headingsOf(body: string): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
}

/** The visible text, without marks and addresses. */
export function plainText(body: string): string {
  return body
    .replaceAll(LINK, '$1')
    .replaceAll(BOLD, '$1')
    .replaceAll(/^\|[-| ]+\|$/gm, '')
    .replaceAll(/^(?:#+|-|\d+\.) /gm, '')
    .replaceAll('|', ' ');
}

/** Blocks that are not allowed: articles have `##` headings, paragraphs, flat lists, bold, small tables and links. */
export function faultsOfMarkdown(body: string): string[] {
  return body.split('\n\n').flatMap(block => {
    const fault = faultOfBlock(block.split('\n'));
    return fault === null ? [] : [`${fault}: ${block.slice(0, 60)}`];
  });
}

function faultOfBlock(lines: readonly string[]): string | null {
  const [first = ''] = lines;
  if (lines.some(line => line !== line.trim() || line === '')) return 'blanks';
  if (lines.some(line => faultOfLine(line))) return 'markup';
  if (first.startsWith('## ')) return lines.length === 1 ? null : 'no blank line after a heading';
  if (first.startsWith('|')) return isTable(lines) ? null : 'table';
  if (first.startsWith('- ')) return lines.every(line => line.startsWith('- ')) ? null : 'list';
  if (first.startsWith('1. ')) {
    return lines.every((line, index) => line.startsWith(`${index + 1}. `)) ? null : 'numbered list';
  }
  return lines.length === 1 ? null : 'a paragraph is one line';
}

/** Without what is allowed, a line must have no marks. */
function faultOfLine(line: string): boolean {
  const left = line
    .replace(/^(?:## |- |\d+\. )/, '')
    .replaceAll(LINK, '$1')
    .replaceAll(BOLD, '$1');
  return /[*`[\]<>#\\~]|!\[|https?:/.test(left) || (left.includes('|') && !line.startsWith('|'));
}

function isTable([head = '', rule = '', ...rows]: readonly string[]): boolean {
  const columns = cells(head);
  return (
    columns >= 2 &&
    columns <= MOST_COLUMNS &&
    /^\|(?: -{3,} \|)+$/.test(rule) &&
    cells(rule) === columns &&
    rows.length > 0 &&
    rows.every(row => cells(row) === columns)
  );
}

function cells(row: string): number {
  return row.startsWith('| ') && row.endsWith(' |') ? row.split('|').length - 2 : 0;
}
