import type { CallOutput } from '@tallystick/protocol';
import { formatDate } from '#ui/format.ts';
import styles from './notice-text.module.css';

/** One notice to read. */
export function NoticeText({ notice }: { readonly notice: CallOutput<'POST news/detail'> }) {
  const { title, published_at_ms, paragraphs } = notice;
  return (
    <article className={styles['text']}>
      <h2 className={styles['title']}>{title}</h2>
      <time className={styles['time']} dateTime={new Date(published_at_ms).toISOString()}>
        {formatDate(published_at_ms)}
      </time>
      {paragraphs.map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </article>
  );
}
