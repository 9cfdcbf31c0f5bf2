import { useCallback, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { sameFigures } from '#lib/assessment.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatList } from '#ui/format.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { useContractOrders } from '../api/orders.ts';
import { closeAllPositions, useOpenPositions } from '../api/perpetual.ts';
import { closeAllPreview, type CloseAllPreview } from '../model/close-all-preview.ts';
import { contractName } from '../model/contract.ts';
import { Gain } from './close-sums.tsx';
import { useExactMoney } from './ticket-preview.tsx';
import { useContractBalance } from './use-ticket.ts';

const closingAll = defineIdempotentCall('POST lever/close_all', closeAllPositions);

interface Scope {
  /** undefined: every contract. */
  readonly scope: WireContract | undefined;
  readonly contractOf: (marketId: number) => WireContract | undefined;
}

/** Live preview of closing all; undefined while positions or prices are unknown. */
function useCloseAllPreview({ scope, contractOf }: Scope, first: WireContract): CloseAllPreview | undefined {
  const positions = useOpenPositions();
  const orders = useContractOrders();
  const availableMinor = useContractBalance(first);
  const select = useCallback(
    (tickers: PerpetualTickersById) =>
      positions &&
      closeAllPreview(positions.values(), [...(orders?.values() ?? [])], {
        marketId: scope?.market_id,
        contractOf,
        markOf: id => tickers.get(id)?.mark,
        availableMinor,
      }),
    [positions, orders, scope, contractOf, availableMinor],
  );
  return useTopic(perpetualTickersTopic(), select, sameFigures);
}

/** Figures before and after. All contracts settle in the same currency, taken from the first. */
function CloseAllSums({ first, ...scope }: Scope & { readonly first: WireContract }) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(first);
  const available = useContractBalance(first);
  const preview = useCloseAllPreview(scope, first);
  if (!preview) return null;
  const { orders, ordersStaying, positions, staying, heldMinor, heldAfterMinor, halted } = preview;
  return (
    <div className="stack-2 cols-1">
      <KeyValues className="sums mt-2">
        <KeyValue label={t('position.title')}>
          <BeforeAfter before={positions} after={staying} />
        </KeyValue>
        {orders === 0 ? null : (
          <KeyValue label={t('closeAll.orders')}>
            <BeforeAfter before={orders} after={ordersStaying} />
          </KeyValue>
        )}
        <KeyValue label={t('closeAll.held')}>
          <BeforeAfter before={money(heldMinor)} after={money(heldAfterMinor)} />
        </KeyValue>
        <KeyValue label={t('ticket.available')}>
          <BeforeAfter before={money(available)} after={money(preview.availableMinor)} />
        </KeyValue>
        <KeyValue label={t('closeAll.together')} strong>
          <Gain contract={first} minor={preview.netMinor} />
        </KeyValue>
      </KeyValues>
      <p className="text-12 quiet leading-18">{t('closeAll.note')}</p>
      {halted.length === 0 ? null : (
        <p className="text-12 quiet leading-18">{t('closeAll.halted', { contracts: formatList(halted) })}</p>
      )}
    </div>
  );
}

/** Closes every position of one contract or of all, after showing what will be closed. */
export function CloseAll({
  scope,
  positions,
  contractOf,
}: Scope & { readonly positions: readonly WirePosition[] }) {
  const { t } = useTranslation('perpetual');
  const [open, setOpen] = useState(false);
  const halted = positions.filter(({ market_id: id }) => contractOf(id)?.status === 'halted').length;
  const { busy, unsure, submit } = useSubmit(closingAll, {
    onDone: ({ closed, remaining }) => {
      const params = { count: closed, rest: remaining };
      if (remaining === 0) showToast(t('closeAll.done', params), 'good');
      else showToast(t(remaining === halted ? 'closeAll.restHalted' : 'closeAll.rest', params), 'neutral');
    },
    onFailed: toastFailure(t('sent.unsure')),
  });
  const reach = scope ? 'market' : 'all';
  const params = { count: positions.length, contract: scope ? contractName(scope) : '' };
  const first = positions[0] && contractOf(positions[0].market_id);
  const isBlocked = halted === positions.length;
  const action = t(unsure ? 'ticket.sendAgain' : 'closeAll.confirm');
  const run = async () => {
    if (await submit({ marketId: scope?.market_id })) setOpen(false);
  };
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
        confirmLabel={isBlocked ? t('problem.market_halted') : action}
        isBlocked={isBlocked}
        cancelLabel={t('closeAll.keep')}
        tone="danger"
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      >
        <p>{t(`closeAll.${reach}.text`, params)}</p>
        {first ? <CloseAllSums scope={scope} contractOf={contractOf} first={first} /> : null}
      </Confirm>
    </>
  );
}
