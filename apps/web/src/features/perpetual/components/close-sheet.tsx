import { useCallback, useMemo, useState } from 'react';
import type { WireContract, WireDepth, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { formatTicks, parseTicks, percentTaken, safeWhole, stepPrice } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { depthTopic, useTopic } from '#realtime/topics.ts';
import { Button } from '#ui/button.tsx';
import { formatDecimal, formatPrice } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Chips, Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { useHeld } from '../api/orders.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import {
  closePreview,
  listOpposite,
  offsetLots,
  offsetPreview,
  suggestedTicks,
  validateClose,
  type CloseWay,
} from '../model/close.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { freeLots, NOTHING_HELD } from '../model/held.ts';
import { lotsOf } from '../model/summary.ts';
import { UNFINISHED } from '../model/validate.ts';
import { CloseSums } from './close-sums.tsx';
import { LotsField } from './lots-field.tsx';
import { useLiveFigures } from './position-card.tsx';
import { problemText } from './problem-text.ts';
import { useClose } from './use-close.ts';

/** Closes all or some lots of a position in one of three ways, with a preview of the result. */
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
  const units = contractUnits(contract);
  const positions = useOpenPositions();
  const opposite = useMemo(() => listOpposite(positions?.values() ?? [], position), [positions, position]);
  const [chosenWay, setWay] = useState<CloseWay>('market');
  const [otherId, setOtherId] = useState<string>();
  const [text, setText] = useState(String(position.holding_lots));
  const [percent, setPercent] = useState(100);
  const [price, setPrice] = useState('');
  // The last opposite position may be closed while this sheet is open.
  const way = chosenWay === 'offset' && opposite.length === 0 ? 'market' : chosenWay;
  const other =
    way === 'offset' ? (opposite.find(one => String(one.position_id) === otherId) ?? opposite[0]) : undefined;
  const held = useHeld(contract.market_id) ?? NOTHING_HELD;
  const isMerged = held.mode !== 'each';
  const own = isMerged && way === 'limit' ? freeLots(position, held) : BigInt(position.holding_lots);
  const most = other ? offsetLots(position, other) : own;
  const lots = lotsOf(text);
  const { mark } = useLiveFigures(position, contract);
  const select = useCallback((depth: WireDepth) => levelsOf(depth, units), [units]);
  const book = useTopic(depthTopic(contract.market_id, 'perpetual'), select);
  const limitTicks = way === 'limit' ? parseTicks(price, units) : null;
  const isPriced = way === 'market' || limitTicks !== null;
  const preview =
    book && lots !== null && isPriced ? closePreview(position, contract, lots, book, limitTicks) : null;
  const offset = other && lots !== null ? offsetPreview(position, other, contract, lots, mark) : null;
  const blocked = validateClose(
    { way, lots, price, most, mark, fillable: preview?.walk.lots },
    position,
    contract,
  );
  const { busy, unsure, ...act } = useClose(position);
  const { shown, guard } = useForm(blocked ? [blocked] : [], { unfinished: UNFINISHED });

  const choose = (next: CloseWay) => {
    setWay(next);
    const suggested = suggestedTicks(position, book);
    if (next === 'limit' && price === '' && suggested !== null) setPrice(formatTicks(suggested, units));
    const room = next === 'offset' && opposite[0] ? offsetLots(position, opposite[0]) : undefined;
    if (room !== undefined && (lots === null || lots > room)) part(100, room);
  };
  const part = (next: number, of: bigint) => {
    setPercent(next);
    const share = (of * BigInt(next)) / 100n;
    setText(next === 0 ? '' : String(share > 0n ? share : 1n));
  };
  const typed = (next: string) => {
    setText(next);
    setPercent(0);
  };
  const run = async () => {
    if (lots === null) return;
    const count = safeWhole(lots);
    const done = await (other
      ? act.offset(other, count)
      : act.close(count, limitTicks === null ? null : formatTicks(limitTicks, units)));
    if (done) onClose();
  };
  const direction = (one: WirePosition) => t(`direction.${one.direction}`);
  const nameOf = (one: WirePosition) =>
    `${direction(one)} ${formatDecimal(String(one.holding_lots))} · ${formatPrice(one.open_price, units.priceDecimals)}`;
  const action = () => {
    if (unsure) return t('ticket.sendAgain');
    if (way === 'limit') return t('close.place');
    if (way === 'offset') return t('close.offset', { lots: formatDecimal(text) });
    return lots === BigInt(position.holding_lots)
      ? t('close.all')
      : t('close.some', { lots: formatDecimal(text) });
  };
  const { closing } = position;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('close.title', { position: `${direction(position)} ${contractName(position)}` })}
      footer={
        <Button
          block
          tone={position.direction === 'long' ? 'down' : 'up'}
          busy={busy}
          disabled={blocked !== undefined}
          onClick={() => void run()}
        >
          {blocked ? problemText(blocked, t) : action()}
        </Button>
      }
    >
      <form className="stack-2 cols-1" onSubmit={guard(run)}>
        <Segmented
          label={t('close.way')}
          value={way}
          onChange={choose}
          choices={[
            { value: 'market', label: t('type.market') },
            { value: 'limit', label: t('type.limit') },
            ...(opposite.length === 0 ? [] : [{ value: 'offset' as const, label: t('close.ways.offset') }]),
          ]}
        />
        {way === 'limit' ? (
          <TicketField
            label={t('ticket.priceIn', { currency: contract.quote.code })}
            value={price}
            onChange={setPrice}
            decimals={units.priceDecimals}
            unit=""
            name="price"
            wrong={shown('price') !== undefined}
            onStep={by => setPrice(stepPrice(price, by, units))}
          />
        ) : null}
        {other && opposite.length > 1 ? (
          <Chips
            label={t('close.against')}
            value={String(other.position_id)}
            onChange={setOtherId}
            choices={opposite.map(one => ({ value: String(one.position_id), label: nameOf(one) }))}
          />
        ) : null}
        <LotsField
          contract={contract}
          label={t('close.lots')}
          value={text}
          lots={lots}
          valueMinor={way === 'market' ? (preview?.walk.valueMinor ?? null) : null}
          wrong={shown('lots') !== undefined}
          onChange={typed}
          onStep={by => {
            const next = (lots ?? 0n) + BigInt(by);
            typed(String(next < 1n ? 1n : next > most ? most : next));
          }}
        />
        <PercentSlider
          label={t('close.part')}
          value={percent || percentTaken(lots, most)}
          onChange={next => part(next, most)}
        />
        <CloseSums
          contract={contract}
          preview={preview}
          offset={offset}
          other={other}
          left={BigInt(position.holding_lots) - (lots ?? 0n)}
        />
        <p className="text-12 quiet leading-18">
          {other
            ? t('close.offsetNote', { position: nameOf(other) })
            : t(way === 'limit' ? 'close.limitNote' : 'close.note')}
        </p>
        {isMerged && way === 'limit' && held.closing[position.direction] > 0n ? (
          <p className="text-12 quiet leading-18">
            {t('close.alongside', { lots: formatDecimal(String(held.closing[position.direction])) })}
          </p>
        ) : null}
        {closing && way !== 'offset' && !(isMerged && way === 'limit') ? (
          <p className="text-12 quiet leading-18">
            {t(way === 'limit' ? 'close.replaces' : 'close.waits', {
              lots: formatDecimal(String(closing.lots)),
              price: formatDecimal(closing.price),
            })}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
