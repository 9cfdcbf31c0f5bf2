import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { WireContract, WirePerpetualTicker, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { formatDecimal, formatPrice, UNKNOWN } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast } from '#ui/toast.ts';
import { placeConditional } from '../api/conditional-orders.ts';
import { useHeld } from '../api/orders.ts';
import { usePerpetualTicker } from '../api/perpetual.ts';
import {
  CONDITIONAL_KINDS,
  conditionalProblems,
  EMPTY_FORM,
  SHARE_DECIMALS,
  toConditionalRequest,
  UNFINISHED_CONDITIONAL,
  waitsForRise,
  WATCHED_PRICES,
  type ConditionalForm,
  type WatchedPrice,
} from '../model/conditional.ts';
import { contractName, contractUnits, type Direction } from '../model/contract.ts';
import { conditionalProblemText } from './conditional-words.ts';

const placing = defineIdempotentCall('POST lever/conditional_order', placeConditional);

function priceNow(ticker: WirePerpetualTicker | undefined, source: WatchedPrice): string | null {
  return ticker?.[source] ?? null;
}

/** What a form begins with: a position's closes it, by taking profit. */
function begin({
  direction,
  position,
}: {
  readonly direction: Direction;
  readonly position: WirePosition | undefined;
}) {
  if (position === undefined) return { ...EMPTY_FORM, side: direction === 'long' ? 'buy' : 'sell' } as const;
  const side = position.direction === 'long' ? 'sell' : 'buy';
  return { ...EMPTY_FORM, kind: 'takeProfit', side, reduces: true } as const;
}

/** An order that waits for a price. With a position, it reduces that. */
export function ConditionalSheet({
  contract,
  position,
  direction = 'long',
  leverage = 1,
  onClose,
}: {
  readonly contract: WireContract;
  readonly position?: WirePosition | undefined;
  readonly direction?: Direction;
  /** Of what it opens. */
  readonly leverage?: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['conditional', 'common', 'perpetual']);
  const formId = useId();
  const [form, setForm] = useState<ConditionalForm>(() => begin({ direction, position }));
  const held = useHeld(contract.market_id);
  const ticker = usePerpetualTicker(contract.market_id);
  const now = priceNow(ticker, form.source);
  const problems = conditionalProblems(form, contract, now);
  const { blocker, shown, guard } = useForm(problems, { unfinished: UNFINISHED_CONDITIONAL });
  const { busy, unsure, error, submit, clearError } = useSubmit(placing, {
    onDone() {
      showToast(t('conditional:placed'), 'good');
      onClose();
    },
  });
  const change = (to: Partial<ConditionalForm>) => {
    clearError();
    setForm(before => ({ ...before, ...to }));
  };
  const isWrong = (field: 'trigger' | 'distance' | 'price' | 'lots') =>
    blocker?.field === field && shown(field) !== undefined;
  const { priceDecimals } = contractUnits(contract);
  const quote = contract.quote.code;
  const isEach = held?.mode === 'each';
  const send = () => {
    const positionId = isEach && position ? position.position_id : null;
    void submit(toConditionalRequest(form, contract, positionId, leverage));
  };
  const trails = form.kind === 'trailing';
  const unit = form.distanceIn === 'percent' ? '%' : quote;
  const rises = waitsForRise(form);
  // Outside of the order form that leads to it: a form within a form is not sent.
  return createPortal(
    <Sheet
      open
      onClose={onClose}
      title={t(position ? 'conditional:titlePosition' : 'conditional:title', {
        contract: contractName(contract),
      })}
      footer={
        <Button
          type="submit"
          form={formId}
          busy={busy}
          disabled={held === undefined}
          tone={form.side === 'buy' ? 'up' : 'down'}
        >
          {blocker
            ? conditionalProblemText(blocker, t)
            : unsure
              ? t('perpetual:ticket.sendAgain')
              : t('conditional:place')}
        </Button>
      }
    >
      <form
        id={formId}
        className="stack-2 cols-1"
        onSubmit={event => {
          // React passes events on to the order form, which must not be sent with it.
          event.stopPropagation();
          guard(send)(event);
        }}
      >
        <Segmented
          label={t('conditional:kind')}
          value={form.kind}
          onChange={kind => change({ kind })}
          choices={CONDITIONAL_KINDS.map(value => ({ value, label: t(`conditional:kinds.${value}`) }))}
        />
        {position ? null : (
          <Segmented
            label={t('conditional:side')}
            value={form.side}
            onChange={side => change({ side })}
            choices={[
              { value: 'buy', label: t('conditional:sides.buy'), tone: 'up' },
              { value: 'sell', label: t('conditional:sides.sell'), tone: 'down' },
            ]}
          />
        )}
        <p className="note">
          {t(
            trails
              ? `conditional:trails.${form.side}`
              : `conditional:waits.${form.side}.${rises ? 'rise' : 'fall'}`,
          )}
        </p>
        <Segmented
          label={t('conditional:source')}
          value={form.source}
          onChange={source => change({ source })}
          choices={WATCHED_PRICES.map(value => ({ value, label: t(`conditional:sources.${value}`) }))}
        />
        <p className="note">
          {t('conditional:now', {
            source: t(`conditional:sources.${form.source}`),
            price: now === null ? UNKNOWN : `${formatPrice(now, priceDecimals)} ${quote}`,
          })}
        </p>
        {trails ? (
          <TicketField
            label={t('conditional:distance')}
            name="distance"
            value={form.distance}
            onChange={distance => change({ distance })}
            decimals={form.distanceIn === 'percent' ? SHARE_DECIMALS : priceDecimals}
            unit={unit}
            wrong={isWrong('distance')}
            onUnit={{
              label: t('conditional:changeUnit', { unit }),
              run: () =>
                change({ distance: '', distanceIn: form.distanceIn === 'percent' ? 'price' : 'percent' }),
            }}
          />
        ) : null}
        <TicketField
          label={t(trails ? 'conditional:activation' : 'conditional:trigger', { currency: quote })}
          name="trigger"
          value={form.trigger}
          onChange={trigger => change({ trigger })}
          decimals={priceDecimals}
          unit={quote}
          wrong={isWrong('trigger')}
        />
        <p className="note" aria-hidden="true">
          {t('conditional:placesThen')}
        </p>
        <Segmented
          label={t('conditional:placesThen')}
          value={form.type}
          onChange={type => change({ type })}
          choices={[
            { value: 'market', label: t('perpetual:type.market') },
            { value: 'limit', label: t('perpetual:type.limit') },
          ]}
        />
        {form.type === 'limit' ? (
          <TicketField
            label={t('perpetual:ticket.priceIn', { currency: quote })}
            name="price"
            value={form.price}
            onChange={price => change({ price })}
            decimals={priceDecimals}
            unit={quote}
            wrong={isWrong('price')}
          />
        ) : null}
        {position === undefined && held !== undefined && !isEach ? (
          <Checkbox checked={form.reduces} onChange={reduces => change({ reduces, whole: false })}>
            {t('perpetual:orders.reduceOnly')}
          </Checkbox>
        ) : null}
        {form.reduces ? (
          <Checkbox checked={form.whole} onChange={whole => change({ whole })}>
            {t('conditional:whole')}
          </Checkbox>
        ) : null}
        {form.reduces && form.whole ? null : (
          <TicketField
            label={
              position
                ? t('conditional:lotsOf', { lots: formatDecimal(String(position.holding_lots)) })
                : t('perpetual:ticket.lots')
            }
            name="lots"
            value={form.lots}
            onChange={lots => change({ lots })}
            decimals={0}
            unit=""
            wrong={isWrong('lots')}
          />
        )}
        <p className="text-12 quiet leading-18">
          {t(form.reduces ? 'conditional:noteReduces' : 'conditional:noteOpens', {
            multiple: `${leverage}×`,
          })}
        </p>
        <FormError error={error} unsure={unsure && t('perpetual:sent.unsure')} />
      </form>
    </Sheet>,
    document.body,
  );
}
