import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { minorOf } from '../model/positions.ts';
import { useExactMoney } from './ticket-preview.tsx';
import type { useMargin } from './use-margin.ts';

/** Balance, margin, ratio and liquidation price, before and after. */
export function MarginSums({
  position,
  contract,
  figures,
  added,
  needed = added,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly figures: ReturnType<typeof useMargin>;
  /** Minor units; below 0: taken out. Undefined: nothing changes yet. */
  readonly added: bigint | undefined;
  /** What the account pays, if that is something else. */
  readonly needed?: bigint | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const margin = minorOf(position.margin, contract.quote.decimals);
  const { room, liquidation, ratio } = figures;
  const after = <Shown,>(figure: (added: bigint) => Shown) =>
    added === undefined ? undefined : figure(added);
  return (
    <KeyValues className="sums">
      <KeyValue label={t('ticket.available')}>
        <BeforeAfter
          before={money(room.available)}
          after={room.available === null || needed === undefined ? undefined : money(room.available - needed)}
        />
      </KeyValue>
      {position.margin_type === 'cross' ? null : (
        <>
          <KeyValue label={t('position.margin')}>
            <BeforeAfter before={money(margin)} after={after(more => money(margin + more))} />
          </KeyValue>
          <KeyValue label={t('position.ratio')}>
            <BeforeAfter before={ratio(0n) ?? '—'} after={after(ratio)} />
          </KeyValue>
          <KeyValue label={t('preview.liquidation')} strong>
            <BeforeAfter before={liquidation(0n)} after={after(liquidation)} />
          </KeyValue>
        </>
      )}
    </KeyValues>
  );
}
