import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { dayStartMs } from '#lib/days.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './day-field.module.css';
import { DayGrid } from './day-grid.tsx';
import { formatDate } from './format.ts';
import { Sheet } from './sheet.tsx';

/**
 * A field for a day (`2026-11-21`, '' for none) in the customer's language; a browser's own date field follows the
 * device's language. Its label is inside the field.
 */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const { t } = useTranslation('common');
  const [choosing, setChoosing] = useState(false);
  const shown = value === '' ? t('day.any') : formatDate(dayStartMs(value), 'date');
  const choose = (day: string) => {
    onChange(day);
    setChoosing(false);
  };
  return (
    <>
      <button
        type="button"
        className={styles['day']}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <span className={styles['label']}>{label}:</span>
        <span className={value === '' ? 'soft' : undefined}>{shown}</span>
        <CalendarDays size={16} aria-hidden="true" className={styles['sign']} />
      </button>
      <Sheet
        open={choosing}
        onClose={() => setChoosing(false)}
        title={t('day.choose', { label })}
        footer={
          <Button tone="quiet" onClick={() => choose('')}>
            {t('day.any')}
          </Button>
        }
      >
        <DayGrid value={value} onChoose={choose} />
      </Sheet>
    </>
  );
}
