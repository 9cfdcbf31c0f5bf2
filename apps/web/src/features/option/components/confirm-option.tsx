import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue } from '#ui/card.tsx';
import { ConfirmSheet } from '#ui/confirm-sheet.tsx';
import type { Direction, Mode, Summary } from '../model/ticket.ts';
import { PracticeMark } from './mode-switch.tsx';
import { usePreviewLines } from './ticket-preview.tsx';
import { useTimeText } from './time-choice.tsx';

/** The full option, shown for confirmation before it is bought. */
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
  /** Set when something changed meanwhile and the option can no longer be bought like this. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('option');
  const timeText = useTimeText();
  const lines = usePreviewLines(summary, amountOf);
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t('confirm.title')}
      tone={direction === 'rise' ? 'up' : 'down'}
      headline={`${t(`direction.${direction}`)} ${amountOf(summary.stake) ?? ''}`}
      terms={
        <>
          {symbol} · {timeText(summary.time?.seconds ?? 0)} {mode === 'practice' ? <PracticeMark /> : null}
        </>
      }
      warning={largePercent === undefined ? undefined : t('confirm.large', { percent: largePercent })}
      note={t('ticket.tie')}
      skipLabel={t('confirm.skip')}
      confirmLabel={t(`ticket.buy.${direction}`)}
      busy={busy}
      blockedBy={blockedBy}
      onConfirm={onConfirm}
    >
      {lines.map(({ key, label, value }) => (
        <KeyValue key={key} label={label}>
          {value}
        </KeyValue>
      ))}
      <KeyValue label={t('confirm.entry')}>{t('confirm.entryText')}</KeyValue>
      <KeyValue label={t('confirm.exit')}>{t('confirm.exitText')}</KeyValue>
    </ConfirmSheet>
  );
}
