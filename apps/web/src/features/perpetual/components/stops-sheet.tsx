import { lazy, Suspense, useReducer, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatTicks, parseTicks } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { setStops } from '../api/perpetual.ts';
import { stopBaseOf } from '../model/changes.ts';
import { contractUnits } from '../model/contract.ts';
import type { MovedStop } from '../model/line-moves.ts';
import { minorOf } from '../model/positions.ts';
import { convertStops, stopTicks, type StopKind } from '../model/stops.ts';
import { stopOutcome } from '../model/summary.ts';
import { reduceStops, type Stops } from '../model/ticket.ts';
import { markTicks, UNFINISHED, validateStops } from '../model/validate.ts';
import { LiveResult, useLiveFigures } from './position-card.tsx';
import { PositionLine } from './position-line.tsx';
import { problemText } from './problem-text.ts';
import { StopsFields } from './stops-fields.tsx';

const ConditionalRow = lazy(async () => ({
  default: (await import('./conditional-row.tsx')).ConditionalRow,
}));
const ConditionalSheet = lazy(async () => ({
  default: (await import('./conditional-sheet.tsx')).ConditionalSheet,
}));

function pricesOf({
  position,
  moved,
}: {
  readonly position: WirePosition;
  readonly moved: MovedStop | undefined;
}): Stops {
  const now: Stops = {
    unit: 'price',
    takeProfit: position.take_profit_price ?? '',
    stopLoss: position.stop_loss_price ?? '',
  };
  return moved ? { ...now, [moved.kind]: moved.price } : now;
}

/** Sets, moves or removes the stops of a position. The line shows their place. */
export function StopsSheet({
  position,
  contract,
  moved,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  /** A stop dragged on the chart: its price is filled in, and still has to be saved. */
  readonly moved?: MovedStop | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const [stops, dispatch] = useReducer(reduceStops, { position, moved }, pricesOf);
  const [byParts, setByParts] = useState(false);
  const units = contractUnits(contract);
  const { mark, live } = useLiveFigures(position, contract);
  const base = stopBaseOf(position, contract);
  const ticksOf = (kind: StopKind) => stopTicks(kind, stops.unit, stops[kind], base);
  const ticks = { takeProfit: ticksOf('takeProfit'), stopLoss: ticksOf('stopLoss') };
  const margin = minorOf(position.margin, contract.quote.decimals);
  const paid = minorOf(position.fee, contract.quote.decimals);
  const outcome = (kind: StopKind) => {
    const at = ticks[kind];
    return at === null ? null : stopOutcome(contract, base, at, margin, paid);
  };
  const liquidation =
    position.liquidation_price === null ? null : markTicks(position.liquidation_price, units);
  const [problem] = validateStops(stops, ticks, {
    contract,
    direction: position.direction,
    referenceTicks: markTicks(mark, units),
    liquidationTicks: liquidation,
  });
  const price = (at: bigint | null) => (at === null ? '' : formatTicks(at, units));
  const [target, stop] = [price(ticks.takeProfit), price(ticks.stopLoss)];
  const same = (text: string, now: string | null) =>
    text === (now === null ? '' : price(parseTicks(now, units)));
  const unchanged = same(target, position.take_profit_price) && same(stop, position.stop_loss_price);
  const hasAny = position.take_profit_price !== null || position.stop_loss_price !== null;

  const { shown, guard } = useForm(problem ? [problem] : [], { unfinished: UNFINISHED });
  const { busy, submit } = useSubmit(setStops, {
    onDone() {
      showToast(t('stops.saved'), 'good');
      onClose();
    },
    onFailed: showRefusal,
  });
  const save = (takeProfit: string, stopLoss: string) =>
    void submit({
      position_id: position.position_id,
      take_profit_price: takeProfit,
      stop_loss_price: stopLoss,
    });
  if (byParts) {
    return (
      <Suspense fallback={null}>
        <ConditionalSheet contract={contract} position={position} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('stops.title')}
      footer={
        <>
          {hasAny ? (
            <Button tone="quiet" busy={busy} onClick={() => save('', '')}>
              {t('stops.remove')}
            </Button>
          ) : null}
          <Button
            busy={busy}
            disabled={problem !== undefined || unchanged}
            onClick={() => save(target, stop)}
          >
            {problem ? problemText(problem, t) : unchanged ? t('stops.unchanged') : t('stops.save')}
          </Button>
        </>
      }
    >
      <form className="stack-2 cols-1" onSubmit={guard(() => !unchanged && save(target, stop))}>
        <LiveResult contract={contract} live={live} />
        <PositionLine
          prices={{
            direction: position.direction,
            liquidation: position.liquidation_price,
            entry: position.open_price,
            mark,
            takeProfit: target || null,
            stopLoss: stop || null,
          }}
          decimals={units.priceDecimals}
        />
        <StopsFields
          contract={contract}
          stops={stops}
          takeProfit={outcome('takeProfit')}
          stopLoss={outcome('stopLoss')}
          wrong={kind => shown(kind) !== undefined}
          onUnit={unit =>
            dispatch({ type: 'stopUnitChosen', unit, converted: convertStops(stops, unit, base) })
          }
          onTyped={(kind, text) =>
            dispatch({ type: kind === 'takeProfit' ? 'takeProfitTyped' : 'stopLossTyped', text })
          }
        />
        <p className="text-12 quiet leading-18">{t('stops.note')}</p>
      </form>
      <Suspense fallback={null}>
        <ConditionalRow of="position" onClick={() => setByParts(true)} />
      </Suspense>
    </Sheet>
  );
}
