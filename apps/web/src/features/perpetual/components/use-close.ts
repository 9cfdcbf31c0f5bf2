import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { closePosition, offsetPositions } from '../api/perpetual.ts';

interface Closing {
  readonly positionId: number;
  readonly lots: number;
  /** Null: at market. */
  readonly price: string | null;
  /** The whole position as it was when pressed; the call then names no lots. */
  readonly whole: boolean;
}

const closing = defineIdempotentCall(
  'POST lever/close',
  ({ positionId, lots, price, whole }: Closing, key) =>
    closePosition(
      {
        position_id: positionId,
        ...(whole ? {} : { lots: String(lots) }),
        ...(price === null ? {} : { price }),
      },
      key,
    ),
  // Without `whole`: after a partial close the same lots may be the whole position.
  ({ positionId, lots, price }) => ({ positionId, lots, price }),
);
const offsetting = defineIdempotentCall('POST lever/offset', offsetPositions);

/** Closes at market, at a price, or against another position, and reports the result. */
export function useClose(position: WirePosition) {
  const { t } = useTranslation('perpetual');
  const onFailed = toastFailure(t('sent.unsure'));
  /** The book may have held fewer lots than requested. */
  const onClosed = (
    { position: after, fills }: CallOutput<'POST lever/close'>,
    { lots: asked, price: at }: Closing,
  ) => {
    const closed = fills.reduce((sum, fill) => sum + fill.lots, 0);
    const { closing: waiting } = after;
    const params = {
      lots: formatDecimal(String(closed)),
      // Of several orders that close a position, it names the oldest.
      rest: formatDecimal(String(at === null ? after.holding_lots : asked - closed)),
      price: formatDecimal(fills.at(-1)?.price ?? at),
    };
    if (closed >= asked) showToast(t('sent.closed', params), 'good');
    else if (!waiting || at === null) showToast(t('sent.closedPart', params), 'neutral');
    else showToast(t(closed === 0 ? 'sent.closeWaits' : 'sent.closeRests', params), 'good');
  };
  const close = useSubmit(closing, { onDone: onClosed, onFailed });
  const offset = useSubmit(offsetting, {
    onDone: (_result, { lots }) => showToast(t('sent.offset', { lots: formatDecimal(String(lots)) }), 'good'),
    onFailed,
  });
  return {
    busy: close.busy || offset.busy,
    unsure: close.unsure || offset.unsure,
    /** `price` null: at market. Resolves to true when it was done. */
    close: (lots: number, price: string | null) =>
      close.submit({
        ...{ positionId: position.position_id, lots, price },
        whole: lots === position.holding_lots,
      }),
    offset: (other: WirePosition, lots: number) => {
      const [long, short] = position.direction === 'long' ? [position, other] : [other, position];
      return offset.submit({
        long_position_id: long.position_id,
        short_position_id: short.position_id,
        lots: String(lots),
      });
    },
  };
}
