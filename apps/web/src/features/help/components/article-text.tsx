import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { parseMarkdown, type Block, type Inline, type LinkTarget } from '../model/markdown.ts';
import styles from './help.module.css';

/** An article's text, rendered from a tree, so that nothing in it is interpreted as HTML. */
export function ArticleText({ title, body }: { readonly title: string; readonly body: string }) {
  return (
    <article className={styles['article']}>
      <h2>{title}</h2>
      {keyed(parseMarkdown(body), block => (
        <OneBlock block={block} />
      ))}
    </article>
  );
}

/** Parts of a text have no ids. Their indexes never change, so they are the keys. */
function keyed<Part>(parts: readonly Part[], render: (part: Part) => ReactNode): ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, index) => <Keyed key={index}>{render(part)}</Keyed>);
}

function Keyed({ children }: { readonly children: ReactNode }) {
  return children;
}

const words = (inline: readonly Inline[]) => keyed(inline, part => <Words part={part} />);

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{words(block.inline)}</h3>;
    case 'paragraph':
      return <p>{words(block.inline)}</p>;
    case 'list': {
      const items = keyed(block.items, item => <li>{words(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <div className={styles['tableFrame']}>
          <table>
            <thead>
              <tr>
                {keyed(block.head, cell => (
                  <th scope="col">{words(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed(block.rows, row => (
                <tr>
                  {keyed(row, cell => (
                    <td>{words(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

function Words({ part }: { readonly part: Inline }) {
  if (part.kind === 'bold') return <b>{part.text}</b>;
  return part.kind === 'link' ? <To target={part.target}>{part.text}</To> : part.text;
}

function To({ target, children }: { readonly target: LinkTarget; readonly children: string }) {
  if ('article' in target) {
    return <Link to={paths.helpDetail.getHref({ slug: target.article })}>{children}</Link>;
  }
  if ('page' in target) return <Link to={target.page}>{children}</Link>;
  return (
    <a href={target.href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
