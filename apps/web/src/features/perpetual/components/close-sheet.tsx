import { useCallback, useRef, useState } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireContract, WireDepth, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { safeWhole } from '#lib/market-units.ts';
import { depthTopic, useTopic } from '#realtime/topics.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPrice, UNKNOWN } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { closePosition } from '../api/perpetual.ts';
import { closePreview } from '../model/changes.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { lotsOf } from '../model/summary.ts';
import { problem, type Problem } from '../model/validate.ts';
import { LotsField } from './lots-field.tsx';
import { problemText } from './problem-text.ts';
import styles from './position-sheets.module.css';
import { useMoney } from './ticket-preview.tsx';
import { defineDeed, useSend } from './use-send.ts';

const closing = defineDeed(closePosition);

function validateClose(
  lots: bigint | null,
  position: WirePosition,
  fillable: bigint | undefined,
): Problem | undefined {
  if (lots === null) return problem('lots_required', 'lots');
  if (lots > BigInt(position.holding_lots)) {
    return problem('not_enough_lots', 'lots', { most: String(position.holding_lots) });
  }
  return fillable === 0n ? problem('no_liquidity', 'form') : undefined;
}

/** Closes all or some lots of a position at market; says before what that brings. */
export function CloseSheet({
  position,
  contract,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  const held = BigInt(position.holding_lots);
  const [text, setText] = useState(String(held));
  const [percent, setPercent] = useState(100);
  const lots = lotsOf(text);
  const units = contractUnits(contract);
  const select = useCallback((depth: WireDepth) => levelsOf(depth, units), [units]);
  const book = useTopic(depthTopic(contract.market_id, 'perpetual'), select);
  const preview = book && lots !== null ? closePreview(position, contract, lots, book) : null;
  const blocked = validateClose(lots, position, preview?.walk.lots);
  /** How many lots the last request was for: the book may have had fewer. */
  const asked = useRef(0);
  const announce = useCallback(
    ({ position: after, fills }: CallOutput<'POST lever/close'>) => {
      const closed = fills.reduce((sum, fill) => sum + fill.lots, 0);
      const params = {
        lots: formatDecimal(String(closed)),
        rest: formatDecimal(String(after.holding_lots)),
        price: formatDecimal(fills.at(-1)?.price),
      };
      if (closed < asked.current) showToast(t('sent.closedPart', params), 'neutral');
      else showToast(t('sent.closed', params), 'good');
    },
    [t],
  );
  const { busy, unsure, send } = useSend(closing, announce);
  const run = async () => {
    if (blocked || lots === null || busy) return;
    const part = lots === held ? {} : { lots: String(lots) };
    asked.current = safeWhole(lots);
    if (await send({ position_id: position.position_id, ...part })) onClose();
  };
  const name = `${t(`direction.${position.direction}`)} ${contractName(position)}`;
  const left = lots === null ? held : held - lots;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('close.title', { position: name })}
      footer={
        <Button
          block
          tone={position.direction === 'long' ? 'down' : 'up'}
          busy={busy}
          disabled={blocked !== undefined}
          onClick={() => void run()}
        >
          {blocked
            ? problemText(blocked, t)
            : unsure
              ? t('ticket.sendAgain')
              : lots === held
                ? t('close.all')
                : t('close.some', { lots: formatDecimal(text) })}
        </Button>
      }
    >
      <form
        className={styles['form']}
        onSubmit={event => {
          event.preventDefault();
          void run();
        }}
      >
        <LotsField
          contract={contract}
          label={t('close.lots')}
          value={text}
          lots={lots}
          valueMinor={preview?.walk.valueMinor ?? null}
          wrong={blocked !== undefined && blocked.code === 'not_enough_lots'}
          onChange={next => {
            setText(next);
            setPercent(0);
          }}
          onStep={by => {
            const next = (lots ?? 0n) + BigInt(by);
            setText(String(next < 1n ? 1n : next > held ? held : next));
            setPercent(0);
          }}
        />
        <PercentSlider
          label={t('close.part')}
          value={percent}
          onChange={next => {
            setPercent(next);
            const part = (held * BigInt(next)) / 100n;
            setText(next === 0 ? '' : String(part > 0n ? part : 1n));
          }}
        />
        <KeyValues className={styles['sums']}>
          <KeyValue label={t('close.expect')}>
            {preview?.price
              ? `${formatPrice(preview.price, units.priceDecimals)} ${contract.quote.code}`
              : UNKNOWN}
          </KeyValue>
          <KeyValue label={t('preview.fee')}>{money(preview?.feeMinor ?? null)}</KeyValue>
          <KeyValue label={t('close.result')}>
            <span className={preview && preview.resultMinor < 0n ? 'down' : 'up'}>
              {money(preview?.resultMinor ?? null, true)}
            </span>
          </KeyValue>
          <KeyValue label={t('close.returned')} strong>
            {money(preview?.returnedMinor ?? null)}
          </KeyValue>
          <KeyValue label={t('close.remains')}>
            {t('position.lots', { lots: formatDecimal(String(left > 0n ? left : 0n)) })}
          </KeyValue>
        </KeyValues>
        <p className={styles['note']}>{t('close.note')}</p>
      </form>
    </Sheet>
  );
}
