import { useCallback } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { defineDeed, useSend } from '#ui/use-send.ts';
import { reversePosition } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import { emptyTicket } from '../model/ticket.ts';
import { LiveResult, useLiveFigures } from './position-card.tsx';
import styles from './position-sheets.module.css';
import { usePreviewLines } from './ticket-preview.tsx';
import { useSummaryAt } from './use-ticket.ts';

const reversing = defineDeed(reversePosition);

/** Asks before a position is closed and opened the other way in one step. */
export function ReverseQuestion({
  position,
  contract,
  stop,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  /** Why the other direction may not be opened now. */
  readonly stop: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const { live } = useLiveFigures(position, contract);
  const other = position.direction === 'long' ? 'short' : 'long';
  const ticket = { ...emptyTicket(position.multiple, other), lots: String(position.holding_lots) };
  const lines = usePreviewLines(contract, useSummaryAt(contract, ticket)(position.multiple));
  const announce = useCallback(
    ({ position: opened }: CallOutput<'POST lever/reverse'>) =>
      showToast(
        t('sent.reversed', {
          direction: t(`direction.${opened.direction}`),
          lots: formatDecimal(String(opened.holding_lots)),
          price: formatDecimal(opened.open_price),
        }),
        'good',
      ),
    [t],
  );
  const { busy, send } = useSend(reversing, announce, t('sent.unsure'));
  const run = async () => {
    if (await send({ positionId: position.position_id })) onClose();
  };
  return (
    <Confirm
      open
      title={t('reverse.title', {
        position: `${t(`direction.${position.direction}`)} ${contractName(position)}`,
      })}
      confirmLabel={stop ?? t('reverse.confirm')}
      isBlocked={stop !== undefined}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p className={styles['text']}>
        {t('reverse.text', {
          lots: formatDecimal(String(position.holding_lots)),
          direction: t(`direction.${other}`),
        })}
      </p>
      <LiveResult contract={contract} live={live} />
      <KeyValues className={styles['sums']}>
        {lines.map(({ key, label, value }) => (
          <KeyValue key={key} label={label}>
            {value}
          </KeyValue>
        ))}
      </KeyValues>
    </Confirm>
  );
}
