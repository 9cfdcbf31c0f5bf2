import { useQuery } from '@tanstack/react-query';
import { formatMinor } from '@tallystick/core/money/decimal';
import { useEffect, useState, type FormEvent } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { canRepeat } from '#lib/assessment.ts';
import { percentTaken, stepPrice, unitsOf } from '#lib/market-units.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatAmount, UNKNOWN } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { StaysNote } from '#ui/stays-note.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { AtMarket, AvailableLine, TicketForm, TicketSubmit } from '#ui/ticket-form.tsx';
import { portfolioQuery } from '../api/orders.ts';
import { largePart } from '../model/assess.ts';
import { toList, toSend } from '../model/request.ts';
import { hasPrice, hasTrail, hasTrigger, sizeUnits, type SizeUnit } from '../model/order-types.ts';
import { UNFINISHED, type TicketField as FieldName } from '../model/validate.ts';
import { ConfirmOrder } from './confirm-order.tsx';
import { problemText } from './problem-text.ts';
import { TicketPreview } from './ticket-preview.tsx';
import { ExitFields, ListStopField } from './exit-fields.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { TypePicker } from './type-picker.tsx';
import { usePlaceList, usePlaceOrder } from './use-place-order.ts';
import { useAssessment, useMarketBalances, type TicketControl } from './use-ticket.ts';

interface TicketProps extends TicketControl {
  readonly market: WireMarket;
  /** The pages to log in and to get funds. */
  readonly loginHref: string;
  readonly fundsHref: string;
  readonly feesHref: string;
  /** Why nothing can be bought now; selling is always possible. */
  readonly buyingStop: string | undefined;
}

function BalanceLine({ market, ticket, dispatch, fundsHref }: TicketProps) {
  const { t } = useTranslation('spot');
  const available = useMarketBalances(market);
  const spent = ticket.side === 'buy' ? market.quote : market.base;
  const minor = ticket.side === 'buy' ? available.quoteMinor : available.baseMinor;
  const text =
    minor === null ? UNKNOWN : formatAmount(formatMinor(minor, spent.decimals), spent.display_decimals);
  return (
    <AvailableLine
      label={t('ticket.available')}
      useAllLabel={t('ticket.useAll')}
      isKnown={minor !== null}
      onUseAll={() => dispatch({ type: 'percentChosen', percent: 100, market, ...available })}
      fundsHref={fundsHref}
      fundsLabel={t('ticket.addFunds')}
    >
      {text}
      <span className="visually-hidden"> {spent.code}</span>
    </AvailableLine>
  );
}

/** The order form. The model computes all figures; this component shows them and sends the order. */
export function OrderTicket(props: TicketProps) {
  const { market, ticket, dispatch, onClear, loginHref, feesHref, buyingStop } = props;
  const { t } = useTranslation(['spot', 'common']);
  const session = useSession();
  const { confirmOrders } = useSettings();
  const available = useMarketBalances(market);
  const { summary, problems } = useAssessment(market, ticket, available);
  const { data: portfolio } = useQuery({ ...portfolioQuery, enabled: session !== undefined });
  const single = usePlaceOrder();
  const list = usePlaceList();
  const busy = single.busy || list.busy;
  const unsure = ticket.type === 'oco' ? list.unsure : single.unsure;
  const form = useForm(problems, { unfinished: UNFINISHED });
  const [confirming, setConfirming] = useState(false);

  // From the moment it is shown, a moving price makes the order invalid, but not another one.
  const { direction } = summary;
  const { type, direction: promised } = ticket;
  useEffect(() => {
    const isNew = hasTrigger(type) && promised === null;
    if (isNew && direction !== null) dispatch({ type: 'directionShown', direction });
  }, [type, promised, direction, dispatch]);

  const first = form.blocker;
  // Only the first invalid field is marked: the later checks depend on it.
  const isWrong = (field: FieldName) => first?.field === field && form.shown(field) !== undefined;
  const isBuy = ticket.side === 'buy';
  const tone = isBuy ? 'up' : 'down';
  const spendable = isBuy ? available.quoteMinor : available.baseMinor;
  const stop = isBuy ? buyingStop : undefined;
  const base = market.base.code;
  const quote = market.quote.code;
  const { priceDecimals, quantityDecimals, quoteDecimals } = unitsOf(market);
  const large = largePart(market, summary.valueMinor, portfolio);
  const units = sizeUnits(ticket);
  const typeSize = (unit: SizeUnit) => (text: string) => dispatch({ type: 'sizeTyped', unit, text });

  const sendNow = async () => {
    const nowMs = serverClock.now();
    const accepted =
      ticket.type === 'oco'
        ? await list.submit(toList(ticket, market, summary, nowMs))
        : await single.submit(toSend(ticket, market, summary, nowMs));
    if (!accepted) return;
    form.restart();
    setConfirming(false);
    dispatch({ type: 'accepted', sent: ticket, canRepeat: canRepeat(spendable, summary.neededMinor) });
  };

  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!session || busy || confirming || stop !== undefined || !form.check(event.currentTarget)) return;
    if (confirmOrders || large !== null) setConfirming(true);
    else void sendNow();
  };

  const singleUnit = hasPrice(ticket.type) ? undefined : ticket.size.unit;
  const switchTo = (to: SizeUnit, unit: string) => ({
    label: t('spot:ticket.changeUnit', { unit }),
    run: () => dispatch({ type: 'unitChosen', unit: to }),
  });
  const otherUnit = units.find(unit => unit !== ticket.size.unit);
  return (
    <TicketForm label={t('spot:ticket.title')} onSubmit={press}>
      <Segmented
        label={t('spot:ticket.side')}
        value={ticket.side}
        onChange={side => dispatch({ type: 'sideChosen', side })}
        choices={[
          { value: 'buy', label: t('spot:side.buy'), tone: 'up' },
          { value: 'sell', label: t('spot:side.sell'), tone: 'down' },
        ]}
      />
      <TypePicker market={market} ticket={ticket} dispatch={dispatch} />
      <TriggerFields market={market} ticket={ticket} dispatch={dispatch} isWrong={isWrong} />
      <ListStopField market={market} ticket={ticket} dispatch={dispatch} isWrong={isWrong} />
      {hasPrice(ticket.type) ? (
        <TicketField
          label={t('spot:ticket.priceIn', { currency: quote })}
          name="price"
          value={ticket.price}
          onChange={text => dispatch({ type: 'priceTyped', text })}
          decimals={priceDecimals}
          unit={quote}
          wrong={isWrong('price')}
          onStep={by => dispatch({ type: 'priceTyped', text: stepPrice(ticket.price, by, unitsOf(market)) })}
        />
      ) : hasTrail(ticket.type) ? null : (
        <AtMarket>{t('spot:ticket.marketPrice')}</AtMarket>
      )}
      {singleUnit === 'quote' ? (
        <TicketField
          label={t('spot:ticket.budget')}
          name="size"
          value={ticket.size.text}
          onChange={typeSize('quote')}
          decimals={quoteDecimals}
          unit={quote}
          wrong={isWrong('size')}
          onClear={{ label: t('spot:ticket.clear'), run: onClear }}
          onUnit={otherUnit && switchTo(otherUnit, quote)}
        />
      ) : (
        <TicketField
          label={t('spot:ticket.amount')}
          name={ticket.size.unit === 'base' ? 'size' : undefined}
          value={ticket.size.unit === 'base' ? ticket.size.text : summary.quantityText}
          onChange={typeSize('base')}
          decimals={quantityDecimals}
          unit={base}
          wrong={isWrong('size')}
          onClear={{ label: t('spot:ticket.clear'), run: onClear }}
          onUnit={singleUnit && otherUnit && switchTo(otherUnit, base)}
        />
      )}
      <PercentSlider
        label={t('spot:ticket.percent')}
        value={ticket.percent || percentTaken(summary.neededMinor, spendable)}
        tone={tone}
        disabled={spendable === null}
        onChange={percent => dispatch({ type: 'percentChosen', percent, market, ...available })}
      />
      {hasPrice(ticket.type) && ticket.type !== 'oco' ? (
        <TicketField
          label={t('spot:ticket.total')}
          name={ticket.size.unit === 'quote' ? 'size' : undefined}
          value={ticket.size.unit === 'quote' ? ticket.size.text : summary.totalText}
          settled={summary.totalText}
          onChange={typeSize('quote')}
          decimals={quoteDecimals}
          unit={quote}
          wrong={isWrong('size') && ticket.size.unit === 'quote'}
        />
      ) : null}
      <ExitFields market={market} ticket={ticket} dispatch={dispatch} isWrong={isWrong} />
      <BalanceLine {...props} />
      <StaysNote currencyId={(ticket.side === 'buy' ? market.base : market.quote).id} />
      <TicketPreview market={market} ticket={ticket} summary={summary} feesHref={feesHref} />
      {session ? (
        <TicketSubmit tone={tone} busy={busy} isBlocked={first !== undefined} stop={stop}>
          {first
            ? problemText(first, t)
            : unsure
              ? t('spot:ticket.sendAgain')
              : t(`spot:ticket.${ticket.side}Coin`, { coin: base })}
        </TicketSubmit>
      ) : (
        <ButtonLink to={loginHref} tone={tone} block>
          {t('spot:ticket.logInToTrade')}
        </ButtonLink>
      )}
      <ConfirmOrder
        open={confirming}
        market={market}
        ticket={ticket}
        summary={summary}
        largePercent={large}
        busy={busy}
        blockedBy={stop ?? (first && problemText(first, t))}
        onConfirm={() => void sendNow()}
        onClose={() => setConfirming(false)}
      />
    </TicketForm>
  );
}
