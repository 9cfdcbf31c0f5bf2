import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import styles from './service-agreement.module.css';

const POINTS = ['one', 'two', 'three', 'four', 'five'] as const;

/** The checkbox, with a link to the service agreement. */
export function ServiceAgreement({
  agreed,
  error,
  onChange,
}: {
  readonly agreed: boolean;
  readonly error: string | undefined;
  readonly onChange: (agreed: boolean) => void;
}) {
  const { t } = useTranslation('launch');
  const [reading, setReading] = useState(false);
  return (
    <div>
      <div className={styles['line']}>
        <Checkbox checked={agreed} onChange={onChange} name="agreement">
          {t('agreement.tick')}
        </Checkbox>
        <button
          type="button"
          className={styles['link']}
          aria-haspopup="dialog"
          onClick={() => setReading(true)}
        >
          {t('agreement.link')}
        </button>
      </div>
      {error === undefined ? null : (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <Sheet
        open={reading}
        onClose={() => setReading(false)}
        title={t('agreement.title')}
        footer={
          <Button
            block
            onClick={() => {
              onChange(true);
              setReading(false);
            }}
          >
            {t('agreement.accept')}
          </Button>
        }
      >
        <ol className={styles['points']}>
          {POINTS.map(point => (
            <li key={point}>{t(`agreement.${point}`)}</li>
          ))}
        </ol>
      </Sheet>
    </div>
  );
}
