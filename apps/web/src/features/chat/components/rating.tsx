import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { showRefusal } from '#ui/toast.ts';
import styles from './chat.module.css';

const STARS = [1, 2, 3, 4, 5];
const LONGEST = 500;

/** Asks for a rating after the conversation has ended. */
export function Rating({
  stars: given,
  onRate,
}: {
  readonly stars: number | null;
  readonly onRate: (stars: number, text: string) => Promise<void>;
}) {
  const { t } = useTranslation('chat');
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const { busy, submit } = useSubmit(() => onRate(stars, text), { onFailed: showRefusal });
  const id = useId();
  if (given !== null) return <p className={styles['ended']}>{t('rated', { stars: given })}</p>;
  return (
    <Card className={styles['rating']}>
      <h2 className="text-17">{t('rateTitle')}</h2>
      <div className={styles['stars']}>
        {STARS.map(count => (
          <button
            key={count}
            type="button"
            className={cx(styles['star'], count <= stars && styles['chosen'])}
            aria-label={t('star', { stars: count })}
            aria-pressed={count === stars}
            onClick={() => setStars(count)}
          >
            <Star size={26} fill={count <= stars ? 'currentColor' : 'none'} aria-hidden="true" />
          </button>
        ))}
      </div>
      <label htmlFor={id} className={styles['rateLabel']}>
        {t('rateText')}
      </label>
      <textarea
        id={id}
        className={styles['rateText']}
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button size="small" disabled={stars === 0} busy={busy} onClick={submit}>
        {t('rateSend')}
      </Button>
    </Card>
  );
}
