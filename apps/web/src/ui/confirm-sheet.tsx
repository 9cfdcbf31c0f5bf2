import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { Button } from './button.tsx';
import { KeyValues } from './card.tsx';
import styles from './confirm-sheet.module.css';
import { Sheet } from './sheet.tsx';
import { Checkbox } from './switch.tsx';

/** Shows an order in full for confirmation before it is sent. Customers can switch this off. */
export function ConfirmSheet({
  open = true,
  title,
  tone,
  headline,
  terms,
  warning,
  note,
  skipLabel,
  confirmLabel,
  busy,
  blockedBy,
  onConfirm,
  onClose,
  children,
}: {
  readonly open?: boolean;
  readonly title: string;
  readonly tone: 'up' | 'down';
  readonly headline: ReactNode;
  /** Below the headline: what is traded, and the order type. */
  readonly terms: ReactNode;
  readonly warning?: string | undefined;
  /** Small print below the figures. */
  readonly note?: string | undefined;
  readonly skipLabel: string;
  readonly confirmLabel: string;
  readonly busy: boolean;
  /** Set if the price has moved meanwhile and the order can no longer be sent as it is. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The figures, as `KeyValue` lines. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const { confirmOrders } = useSettings();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('actions.back')}
          </Button>
          <Button tone={tone} busy={busy} disabled={blockedBy !== undefined} onClick={onConfirm}>
            {blockedBy ?? confirmLabel}
          </Button>
        </>
      }
    >
      <p className={styles['headline']}>
        <span className={tone}>{headline}</span>
        <span className="lead weight-500">{terms}</span>
      </p>
      <KeyValues className="sums mt-3 mb-3">{children}</KeyValues>
      {warning === undefined ? null : (
        <p className={styles['warning']} role="alert">
          <TriangleAlert size={18} aria-hidden="true" />
          {warning}
        </p>
      )}
      {note === undefined ? null : <p className="soft text-12 leading-17">{note}</p>}
      <Checkbox checked={!confirmOrders} onChange={skip => changeSettings({ confirmOrders: !skip })}>
        {skipLabel}
      </Checkbox>
    </Sheet>
  );
}
