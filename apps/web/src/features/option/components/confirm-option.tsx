import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import type { Direction, Mode, Summary } from '../model/ticket.ts';
import styles from './confirm-option.module.css';
import { PracticeMark } from './mode-switch.tsx';
import { usePreviewLines } from './ticket-preview.tsx';
import { useTimeText } from './time-choice.tsx';

/** The option once more, in full, before it is bought. */
export function ConfirmOption({
  direction,
  symbol,
  summary,
  mode,
  amountOf,
  largePercent,
  busy,
  blockedBy,
  onConfirm,
  onClose,
}: {
  readonly direction: Direction;
  readonly symbol: string;
  readonly summary: Summary;
  readonly mode: Mode;
  readonly amountOf: (value: string | undefined) => string | undefined;
  /** Set when the stake is a large part of the balance, in percent. */
  readonly largePercent: number | undefined;
  readonly busy: boolean;
  /** Something changed while the customer was reading, and the option cannot be bought as it is. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['option', 'common']);
  const { confirmOrders } = useSettings();
  const timeText = useTimeText();
  const lines = usePreviewLines(summary, amountOf);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('option:confirm.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button
            tone={direction === 'rise' ? 'up' : 'down'}
            busy={busy}
            disabled={blockedBy !== undefined}
            onClick={onConfirm}
          >
            {blockedBy ?? t(`option:ticket.buy.${direction}`)}
          </Button>
        </>
      }
    >
      <p className={styles['headline']}>
        <span className={direction === 'rise' ? 'up' : 'down'}>
          {t(`option:direction.${direction}`)} {amountOf(summary.stake)}
        </span>
        <span className={styles['quiet']}>
          {symbol} · {timeText(summary.time?.seconds ?? 0)}
        </span>
        {mode === 'practice' ? <PracticeMark /> : null}
      </p>
      <KeyValues className={styles['figures']}>
        {lines.map(({ key, label, value }) => (
          <KeyValue key={key} label={label}>
            {value}
          </KeyValue>
        ))}
        <KeyValue label={t('option:confirm.entry')}>{t('option:confirm.entryText')}</KeyValue>
        <KeyValue label={t('option:confirm.exit')}>{t('option:confirm.exitText')}</KeyValue>
      </KeyValues>
      {largePercent === undefined ? null : (
        <p className={styles['warning']}>
          <TriangleAlert size={18} aria-hidden="true" />
          {t('option:confirm.large', { percent: largePercent })}
        </p>
      )}
      <p className={styles['tie']}>{t('option:ticket.tie')}</p>
      <Checkbox checked={!confirmOrders} onChange={skip => changeSettings({ confirmOrders: !skip })}>
        {t('option:confirm.skip')}
      </Checkbox>
    </Sheet>
  );
}
