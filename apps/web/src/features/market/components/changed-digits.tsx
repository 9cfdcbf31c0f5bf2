import { unchangedPrefix } from '../model/book-view.ts';
import styles from './changed-digits.module.css';

/**
 * A number whose changed digits light up for a moment. Both texts must be formatted alike; tabular figures keep
 * everything in place.
 */
export function ChangedDigits({
  text,
  previous,
}: {
  readonly text: string;
  readonly previous?: string | undefined;
}) {
  const same = unchangedPrefix(previous, text);
  if (same === text.length) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, same)}
      {/* A new key is a new element: the animation starts again. */}
      <span key={text} className={styles['changed']}>
        {text.slice(same)}
      </span>
    </span>
  );
}
