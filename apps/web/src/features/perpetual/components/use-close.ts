import { useCallback, useRef } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { defineDeed, useSend } from '#ui/use-send.ts';
import { closePosition, offsetPositions } from '../api/perpetual.ts';

const closing = defineDeed(closePosition);
const offsetting = defineDeed(offsetPositions);

/** Sends a closing at market, at a price, or against another position, and says what became of it. */
export function useClose(position: WirePosition) {
  const { t } = useTranslation('perpetual');
  /** How many lots the last request was for: the book may have had fewer. */
  const asked = useRef(0);
  const announceClosed = useCallback(
    ({ position: after, fills }: CallOutput<'POST lever/close'>) => {
      const closed = fills.reduce((sum, fill) => sum + fill.lots, 0);
      const { closing: waiting } = after;
      const params = {
        lots: formatDecimal(String(closed)),
        rest: formatDecimal(String(waiting?.lots ?? after.holding_lots)),
        price: formatDecimal(fills.at(-1)?.price ?? waiting?.price),
      };
      if (closed >= asked.current) showToast(t('sent.closed', params), 'good');
      else if (!waiting) showToast(t('sent.closedPart', params), 'neutral');
      else showToast(t(closed === 0 ? 'sent.closeWaits' : 'sent.closeRests', params), 'good');
    },
    [t],
  );
  const announceOffset = useCallback(
    () => showToast(t('sent.offset', { lots: formatDecimal(String(asked.current)) }), 'good'),
    [t],
  );
  const close = useSend(closing, announceClosed, t('sent.unsure'));
  const offset = useSend(offsetting, announceOffset, t('sent.unsure'));
  return {
    busy: close.busy || offset.busy,
    unsure: close.unsure || offset.unsure,
    /** `price` null: at market. Resolves to true when it was done. */
    close: (lots: number, price: string | null) => {
      asked.current = lots;
      return close.send({
        position_id: position.position_id,
        ...(lots === position.holding_lots ? {} : { lots: String(lots) }),
        ...(price === null ? {} : { price }),
      });
    },
    offset: (other: WirePosition, lots: number) => {
      asked.current = lots;
      const [long, short] = position.direction === 'long' ? [position, other] : [other, position];
      return offset.send({
        long_position_id: long.position_id,
        short_position_id: short.position_id,
        lots: String(lots),
      });
    },
  };
}
