import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ArticleText } from './article-text.tsx';

const drawn = (body: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ArticleText title="<b>Title</b>" body={body} />
    </MemoryRouter>,
  );

it('draws markup of its own and takes all other for text', () => {
  const html = drawn(
    '## A **bold** word\n\n- [there](help:withdraw)\n\n<script>alert(1)</script> [x](javascript:alert(1))',
  );
  expect(html).toContain('<b>bold</b>');
  expect(html).toContain('/pages/help-center/detail?slug=withdraw');
  expect(html).toContain('&lt;b&gt;Title&lt;/b&gt;');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1))');
  expect(html).not.toMatch(/<script|href="javascript/i);
});
