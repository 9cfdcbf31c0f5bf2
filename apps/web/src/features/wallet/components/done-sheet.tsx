import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { KeyValues } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import styles from './done-sheet.module.css';

/** The result of a money movement as booked: amount, details, and a link to all records of its kind. */
export function DoneSheet({
  title,
  amount,
  unit,
  records,
  close,
  onClose,
  children,
}: {
  readonly title: string;
  readonly amount: string;
  readonly unit: string;
  readonly records: { readonly label: string; readonly to: string };
  /** Label of the button that closes the sheet. */
  readonly close: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <ButtonLink tone="quiet" to={records.to}>
            {records.label}
          </ButtonLink>
          <Button onClick={onClose}>{close}</Button>
        </>
      }
    >
      <div className={styles['head']}>
        <span className={styles['disc']} aria-hidden="true">
          <Check size={28} strokeWidth={2.4} />
        </span>
        <span className={styles['amount']}>
          {amount} <span className="weight-500 soft text-15">{unit}</span>
        </span>
      </div>
      <KeyValues className={styles['facts']}>{children}</KeyValues>
    </Sheet>
  );
}
