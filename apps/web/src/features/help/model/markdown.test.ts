import { expect, it } from 'vitest';
import { parseMarkdown } from './markdown.ts';

it('reads headings, paragraphs, lists, tables, bold and links', () => {
  const body =
    '## One **two**\n\nSee [this](help:withdraw), [that](#/pages/assets/index) or [there](https://example.com/a).\n\n' +
    '- a\n- b\n\n1. c\n2. d\n\n| x | y |\n| --- | --- |\n| 1 | **2** |';
  expect(parseMarkdown(body)).toEqual([
    {
      kind: 'heading',
      inline: [
        { kind: 'text', text: 'One ' },
        { kind: 'bold', text: 'two' },
      ],
    },
    {
      kind: 'paragraph',
      inline: [
        { kind: 'text', text: 'See ' },
        { kind: 'link', text: 'this', target: { article: 'withdraw' } },
        { kind: 'text', text: ', ' },
        { kind: 'link', text: 'that', target: { page: '/pages/assets/index' } },
        { kind: 'text', text: ' or ' },
        { kind: 'link', text: 'there', target: { href: 'https://example.com/a' } },
        { kind: 'text', text: '.' },
      ],
    },
    { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]] },
    { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'c' }], [{ kind: 'text', text: 'd' }]] },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'x' }], [{ kind: 'text', text: 'y' }]],
      rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'bold', text: '2' }]]],
    },
  ]);
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '[click](JavaScript:alert)',
  '[click](data:text/html,x)',
  '[click](//evil.example)',
  '[click](http://evil.example)',
  '[click](https://user@evil.example)',
  '[click](#javascript:x)',
  '[click](help:../../x)',
])('takes %s for text', text => {
  expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inline: expect.anything() }]);
  const [block] = parseMarkdown(text);
  const inline = block?.kind === 'paragraph' ? block.inline : [];
  expect(inline.map(part => part.kind).filter(kind => kind !== 'text')).toEqual([]);
  expect(inline.map(part => part.text).join('')).toBe(text);
});
