import { unchangedPrefix } from '../model/unchanged-prefix.ts';
import styles from './changed-digits.module.css';

/**
 * A number whose changed digits are highlighted briefly. Both texts must have the same format; tabular figures keep
 * all digits in place.
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
      {/* A new key makes a new element, which restarts the animation. */}
      <span key={text} className={styles['changed']}>
        {text.slice(same)}
      </span>
    </span>
  );
}
