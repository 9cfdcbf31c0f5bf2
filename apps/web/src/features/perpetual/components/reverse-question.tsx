import { useCallback } from 'react';
import type { WireContract, WireDepth, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { sameFigures } from '#lib/assessment.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { depthTopic, useTopic } from '#realtime/topics.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDecimal, formatPrice, UNKNOWN } from '#ui/format.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { reversePosition } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { minorOf } from '../model/positions.ts';
import { reversePreview, type ReversePreview } from '../model/reverse.ts';
import { Gain } from './close-sums.tsx';
import styles from './position-sheets.module.css';
import { problemText } from './problem-text.ts';
import { useExactMoney } from './ticket-preview.tsx';
import { useFreeBalance, useTicketContext } from './use-ticket.ts';

const reversing = defineIdempotentCall('POST lever/reverse', reversePosition);

/** Preview of reversing at the current book prices; undefined until the book is known. */
function useReversePreview(position: WirePosition, contract: WireContract): ReversePreview | undefined {
  const contextOf = useTicketContext(contract);
  const judge = useCallback(
    (depth: WireDepth) => reversePreview(position, contextOf(depth)) ?? undefined,
    [position, contextOf],
  );
  return useTopic(depthTopic(contract.market_id, 'perpetual'), judge, sameFigures);
}

function ReverseSums({
  position,
  contract,
  preview,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly preview: ReversePreview | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const available = useFreeBalance(contract);
  const { priceDecimals } = contractUnits(contract);
  const held = t('position.lots', { lots: formatDecimal(String(position.holding_lots)) });
  const other = position.direction === 'long' ? 'short' : 'long';
  const opening = preview?.opening;
  const price = (text: string | null) =>
    text === null ? t('preview.never') : formatPrice(text, priceDecimals);
  return (
    <KeyValues className="sums mt-2">
      <KeyValue label={t('position.size')}>
        <BeforeAfter
          before={`${t(`direction.${position.direction}`)} ${held}`}
          after={`${t(`direction.${other}`)} ${held}`}
        />
      </KeyValue>
      <KeyValue label={t('position.margin')}>
        <BeforeAfter
          before={money(minorOf(position.margin, contract.quote.decimals))}
          after={money(opening?.marginMinor ?? null)}
        />
      </KeyValue>
      <KeyValue label={t('preview.liquidation')}>
        <BeforeAfter
          before={price(position.liquidation_price)}
          after={opening?.marginMinor ? price(opening.liquidation?.price ?? null) : UNKNOWN}
        />
      </KeyValue>
      <KeyValue label={t('ticket.available')}>
        <BeforeAfter before={money(available)} after={money(preview?.availableMinor ?? null)} />
      </KeyValue>
      <KeyValue label={t('reverse.fees')}>{money(preview?.feeMinor ?? null)}</KeyValue>
      <KeyValue label={t('reverse.result')}>
        <Gain contract={contract} minor={preview?.closing.totalMinor ?? null} />
      </KeyValue>
      <KeyValue label={t('reverse.worst')} strong>
        {money(opening?.worstMinor ?? null)}
      </KeyValue>
    </KeyValues>
  );
}

/** Asks before a position is closed and reopened in the opposite direction in one step. */
export function ReverseQuestion({
  position,
  contract,
  stop,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  /** Why the opposite direction cannot be opened now. */
  readonly stop: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const preview = useReversePreview(position, contract);
  const other = position.direction === 'long' ? 'short' : 'long';
  const { busy, unsure, submit } = useSubmit(reversing, {
    onDone: ({ position: opened }) =>
      showToast(
        t('sent.reversed', {
          direction: t(`direction.${opened.direction}`),
          lots: formatDecimal(String(opened.holding_lots)),
          price: formatDecimal(opened.open_price),
        }),
        'good',
      ),
    onFailed: toastFailure(t('sent.unsure')),
  });
  const run = async () => {
    if (await submit({ positionId: position.position_id })) onClose();
  };
  const blockedBy = stop ?? (preview?.problem && problemText(preview.problem, t));
  return (
    <Confirm
      open
      title={t('reverse.title', {
        position: `${t(`direction.${position.direction}`)} ${contractName(position)}`,
      })}
      confirmLabel={blockedBy ?? t(unsure ? 'ticket.sendAgain' : 'reverse.confirm')}
      isBlocked={blockedBy !== undefined && !unsure}
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
      <ReverseSums position={position} contract={contract} preview={preview} />
    </Confirm>
  );
}
