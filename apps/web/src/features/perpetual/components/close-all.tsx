import { useCallback, useState } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { showToast } from '#ui/toast.ts';
import { defineDeed, useSend } from '#ui/use-send.ts';
import { closeAllPositions } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import { liveFigures } from '../model/positions.ts';
import { perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';
import { useMoney } from './ticket-preview.tsx';

const closingAll = defineDeed(closeAllPositions);

/** What all of them would bring together, live while the question is open. */
function Together({
  positions,
  contractOf,
  first,
}: {
  readonly positions: readonly WirePosition[];
  readonly contractOf: (marketId: number) => WireContract | undefined;
  readonly first: WireContract;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(first);
  const select = useCallback(
    (tickers: PerpetualTickersById) => {
      let sum = 0n;
      for (const position of positions) {
        const contract = contractOf(position.market_id);
        const live = contract && liveFigures(position, contract, tickers.get(position.market_id)?.mark);
        if (!live) return null;
        sum += live.netMinor;
      }
      return sum;
    },
    [positions, contractOf],
  );
  const net = useTopic(perpetualTickersTopic(), select) ?? null;
  return (
    <p>
      {t('closeAll.together')}: <b className={net !== null && net < 0n ? 'down' : 'up'}>{money(net, true)}</b>
    </p>
  );
}

/** Closes every position of one contract or of all, after saying what that reaches. */
export function CloseAll({
  scope,
  positions,
  contractOf,
}: {
  /** undefined: every contract. */
  readonly scope: WireContract | undefined;
  readonly positions: readonly WirePosition[];
  readonly contractOf: (marketId: number) => WireContract | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const [open, setOpen] = useState(false);
  const announce = useCallback(
    ({ closed, remaining }: CallOutput<'POST lever/close_all'>) => {
      if (remaining === 0) showToast(t('closeAll.done', { count: closed }), 'good');
      else showToast(t('closeAll.rest', { count: closed, rest: remaining }), 'neutral');
    },
    [t],
  );
  const { busy, send } = useSend(closingAll, announce, t('sent.unsure'));
  const reach = scope ? 'market' : 'all';
  const params = { count: positions.length, contract: scope ? contractName(scope) : '' };
  const first = positions[0] && contractOf(positions[0].market_id);
  return (
    <>
      {positions.length === 0 ? null : (
        <Button tone="plain" size="small" onClick={() => setOpen(true)}>
          {t(`closeAll.${reach}.button`, params)}
        </Button>
      )}
      <Confirm
        open={open && positions.length > 0}
        title={t(`closeAll.${reach}.title`, params)}
        confirmLabel={t('closeAll.confirm')}
        cancelLabel={t('closeAll.keep')}
        tone="danger"
        busy={busy}
        onConfirm={() => void send({ marketId: scope?.market_id }).then(() => setOpen(false))}
        onClose={() => setOpen(false)}
      >
        <p>{t(`closeAll.${reach}.text`, params)}</p>
        {first ? <Together positions={positions} contractOf={contractOf} first={first} /> : null}
      </Confirm>
    </>
  );
}
