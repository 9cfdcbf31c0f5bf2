import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import styles from './agreement.module.css';

const points = ['one', 'two', 'three', 'four', 'five'] as const;

/** The checkbox to accept all terms, with a link to a summary, which links to the full texts. */
export function Agreement({
  agreed,
  onChange,
}: {
  readonly agreed: boolean;
  readonly onChange: (agreed: boolean) => void;
}) {
  const { t } = useTranslation('account');
  const [reading, setReading] = useState(false);
  return (
    <div className={styles['line']}>
      <Checkbox checked={agreed} onChange={onChange} name="agreement">
        {t('agreement.tick')}
      </Checkbox>
      <button type="button" className={styles['link']} onClick={() => setReading(true)}>
        {t('agreement.link')}
      </button>
      <Sheet
        open={reading}
        onClose={() => setReading(false)}
        title={t('agreement.title')}
        footer={
          <Button
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
          {points.map(point => (
            <li key={point}>{t(`agreement.${point}`)}</li>
          ))}
        </ol>
        {/* Opens a new window, so that typed input stays. */}
        <Link
          className="quiet-link"
          to={paths.law.getHref({ document: 'agreement' })}
          target="_blank"
          rel="noopener"
        >
          {t('agreement.law')}
        </Link>
      </Sheet>
    </div>
  );
}
