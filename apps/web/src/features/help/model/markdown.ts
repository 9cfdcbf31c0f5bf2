/**
 * The little Markdown of the help centre's articles, as a tree: `##` headings, paragraphs, flat lists, tables, bold and
 * links. Everything else, above all HTML, stays plain text.
 */
export type Inline =
  | { readonly kind: 'text' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: LinkTarget };

/** Another article, a page of the app, or a page elsewhere by https. */
export type LinkTarget = { readonly article: string } | { readonly page: string } | { readonly href: string };

export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const INLINE = /\*\*(?<bold>[^*]+)\*\*|\[(?<text>[^[\]]+)\]\((?<target>[^()\s]+)\)/g;
const ITEM = /^(?:-|(?<number>\d+)\.) (?<text>.+)$/;
const RULE = /^\|[-:| ]+\|$/;

export function parseMarkdown(body: string): Block[] {
  return body
    .split(/\n\s*\n/)
    .map(block => block.split('\n').filter(line => line.trim() !== ''))
    .filter(lines => lines.length > 0)
    .flatMap(blocksOf);
}

function blocksOf(lines: readonly string[]): Block[] {
  const [first = '', ...rest] = lines;
  if (first.startsWith('## ')) {
    const heading: Block = { kind: 'heading', inline: parseInline(first.slice(3)) };
    return rest.length === 0 ? [heading] : [heading, ...blocksOf(rest)];
  }
  const items = lines.map(line => ITEM.exec(line)?.groups);
  if (items.every(item => item !== undefined)) {
    const ordered = items[0]?.['number'] !== undefined;
    return [{ kind: 'list', ordered, items: items.map(item => parseInline(item['text'] ?? '')) }];
  }
  if (lines.length > 1 && RULE.test(lines[1] ?? '')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return [{ kind: 'table', head, rows }];
  }
  return [{ kind: 'paragraph', inline: parseInline(lines.join('\n')) }];
}

function cellsOf(line: string): Inline[][] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => parseInline(cell.trim()));
}

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const before = text.slice(end, match.index);
    if (before !== '') parts.push({ kind: 'text', text: before });
    parts.push(inlineOf(match));
    end = match.index + match[0].length;
  }
  const after = text.slice(end);
  return after === '' ? parts : [...parts, { kind: 'text', text: after }];
}

function inlineOf({ 0: whole, groups = {} }: RegExpExecArray): Inline {
  const { bold, text = '', target = '' } = groups;
  if (bold !== undefined) return { kind: 'bold', text: bold };
  const found = targetOf(target);
  return found === undefined ? { kind: 'text', text: whole } : { kind: 'link', text, target: found };
}

/** Undefined for any other scheme, such as `javascript:`. */
function targetOf(target: string): LinkTarget | undefined {
  const article = /^help:(?<slug>[a-z][a-z0-9-]*)$/.exec(target)?.groups?.['slug'];
  if (article !== undefined) return { article };
  if (/^#\/pages\/[\w/?=&.-]+$/.test(target)) return { page: target.slice(1) };
  return /^https:\/\/[\w.-]+(?:[/?#]\S*)?$/.test(target) ? { href: target } : undefined;
}
