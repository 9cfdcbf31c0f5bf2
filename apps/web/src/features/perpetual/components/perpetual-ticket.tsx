import { useState, type FormEvent } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { canRepeat } from '#lib/assessment.ts';
import { percentTaken, stepPrice } from '#lib/market-units.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { AtMarket, AvailableLine, TicketForm, TicketSubmit } from '#ui/ticket-form.tsx';
import { toastFailure } from '#ui/toast.ts';
import { useHeld } from '../api/orders.ts';
import { setLeverage } from '../api/perpetual.ts';
import { contractUnits } from '../model/contract.ts';
import { reduces } from '../model/held.ts';
import { hasPrice } from '../model/order-types.ts';
import { convertStops } from '../model/stops.ts';
import type { Ticket } from '../model/ticket.ts';
import { UNFINISHED, type ProblemField } from '../model/validate.ts';
import { ConfirmPosition } from './confirm-position.tsx';
import { LotsField } from './lots-field.tsx';
import { LeverageSheet } from './leverage-sheet.tsx';
import { OrderEffect } from './order-effect.tsx';
import { problemText } from './problem-text.ts';
import { StopsFields } from './stops-fields.tsx';
import { ClosingPreview, TicketPreview, useMoney } from './ticket-preview.tsx';
import { TicketPickers } from './ticket-pickers.tsx';
import { useSend } from './use-send.ts';
import { useAssessment, useFreeBalance, useSummaryAt, type TicketControl } from './use-ticket.ts';

function BalanceLine({
  contract,
  onUseAll,
  fundsHref,
}: {
  readonly contract: WireContract;
  readonly onUseAll: () => void;
  readonly fundsHref: string;
}) {
  const { t } = useTranslation('perpetual');
  const minor = useFreeBalance(contract);
  const money = useMoney(contract);
  return (
    <AvailableLine
      label={t('ticket.available')}
      useAllLabel={t('ticket.useAll')}
      isKnown={minor !== null}
      onUseAll={onUseAll}
      fundsHref={fundsHref}
      fundsLabel={t('ticket.addFunds')}
    >
      {money(minor)}
    </AvailableLine>
  );
}

interface TicketProps extends TicketControl {
  readonly contract: WireContract;
  readonly loginHref: string;
  /** The page where customers get funds. */
  readonly fundsHref: string;
  readonly detailsHref: string;
  /** Why no position can be opened now. */
  readonly stop: string | undefined;
}

/** What the button does. In hedge and net mode a long order may add to a position, or close one first: it buys. */
function actionOf({ direction }: Ticket, isMerged: boolean, closes: boolean) {
  const isLong = direction === 'long';
  if (closes) return isLong ? 'orders.closeShort' : 'orders.closeLong';
  if (isMerged) return isLong ? 'orders.buy' : 'orders.sell';
  return isLong ? 'ticket.openLong' : 'ticket.openShort';
}

/** The order form. The model computes all figures; this component shows them and sends the order. */
export function PerpetualTicket(props: TicketProps) {
  const {
    contract,
    ticket,
    dispatch,
    choosePercent,
    chooseLeverage,
    clear,
    loginHref,
    fundsHref,
    detailsHref,
    stop,
  } = props;
  const { t } = useTranslation('perpetual');
  const session = useSession();
  const { confirmOrders } = useSettings();
  const { summary, problems } = useAssessment(contract, ticket);
  const summaryAt = useSummaryAt(contract, ticket);
  const { busy, unsure, send } = useSend(contract);
  // For orders that name none: those of programs.
  const remembering = useSubmit(setLeverage, { onFailed: toastFailure(t('sent.unsure')) });
  const form = useForm(problems, { unfinished: UNFINISHED });
  const available = useFreeBalance(contract);
  const [confirming, setConfirming] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const first = form.blocker;
  // Only the first invalid field is marked: the later checks depend on it.
  const isWrong = (field: ProblemField) => first?.field === field && form.shown(field) !== undefined;
  const tone = ticket.direction === 'long' ? 'up' : 'down';
  const units = contractUnits(contract);
  const held = useHeld(contract.market_id);
  const isMerged = held !== undefined && held.mode !== 'each';
  const closes = held !== undefined && reduces(ticket, held);
  const action = actionOf(ticket, isMerged, closes);

  const sendNow = async () => {
    if (!held || !(await send(ticket, summary, held))) return;
    form.restart();
    setConfirming(false);
    const again = !closes && canRepeat(available, summary.neededMinor);
    dispatch({ type: 'accepted', sent: ticket, canRepeat: again });
  };

  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!session || !held || busy || confirming || stop !== undefined || !form.check(event.currentTarget))
      return;
    if (confirmOrders) setConfirming(true);
    else void sendNow();
  };

  return (
    <TicketForm label={t('ticket.title')} onSubmit={press}>
      <Segmented
        label={t('ticket.direction')}
        value={ticket.direction}
        onChange={direction => dispatch({ type: 'directionChosen', direction })}
        choices={[
          { value: 'long', label: t(closes ? 'orders.closeShort' : 'direction.long'), tone: 'up' },
          { value: 'short', label: t(closes ? 'orders.closeLong' : 'direction.short'), tone: 'down' },
        ]}
      />
      <TicketPickers
        contract={contract}
        ticket={ticket}
        held={held}
        dispatch={dispatch}
        onLeverage={() => setChoosing(true)}
      />
      {hasPrice(ticket.type) ? (
        <TicketField
          label={t('ticket.priceIn', { currency: contract.quote.code })}
          name="price"
          value={ticket.price}
          onChange={text => dispatch({ type: 'priceTyped', text })}
          decimals={units.priceDecimals}
          unit={contract.quote.code}
          wrong={isWrong('price')}
          onStep={by => dispatch({ type: 'priceTyped', text: stepPrice(ticket.price, by, units) })}
        />
      ) : (
        <AtMarket>{t('ticket.marketPrice')}</AtMarket>
      )}
      <LotsField
        contract={contract}
        label={t('ticket.lots')}
        value={ticket.lots}
        lots={summary.lots}
        valueMinor={summary.wholeMinor}
        wrong={isWrong('lots')}
        onChange={text => dispatch({ type: 'lotsTyped', text })}
        onStep={by => dispatch({ type: 'lotsStepped', by })}
        onClear={clear}
      />
      <PercentSlider
        label={t(closes ? 'close.part' : 'ticket.percent')}
        value={ticket.percent || (closes ? 0 : percentTaken(summary.neededMinor, available))}
        tone={tone}
        disabled={available === null}
        onChange={choosePercent}
      />
      <BalanceLine contract={contract} onUseAll={() => choosePercent(100)} fundsHref={fundsHref} />
      {isMerged ? (
        <Checkbox checked={ticket.reduceOnly} onChange={on => dispatch({ type: 'reduceOnlyChosen', on })}>
          {t('orders.reduceOnly')}
        </Checkbox>
      ) : null}
      {closes ? null : (
        <Checkbox checked={ticket.hasStops} onChange={on => dispatch({ type: 'stopsToggled', on })}>
          {t('ticket.stops')}
        </Checkbox>
      )}
      {ticket.hasStops ? (
        <StopsFields
          contract={contract}
          stops={ticket.stops}
          takeProfit={summary.takeProfit}
          stopLoss={summary.stopLoss}
          wrong={isWrong}
          onUnit={unit =>
            dispatch({
              type: 'stopUnitChosen',
              unit,
              converted: convertStops(ticket.stops, unit, summary.base),
            })
          }
          onTyped={(kind, text) =>
            dispatch({ type: kind === 'takeProfit' ? 'takeProfitTyped' : 'stopLossTyped', text })
          }
        />
      ) : null}
      {held ? <OrderEffect ticket={ticket} summary={summary} held={held} /> : null}
      {closes ? (
        <ClosingPreview contract={contract} closing={summary.closing} />
      ) : (
        <TicketPreview contract={contract} summary={summary} detailsHref={detailsHref} />
      )}
      {session ? (
        <TicketSubmit tone={tone} busy={busy} isBlocked={first !== undefined} stop={stop}>
          {first ? problemText(first, t) : unsure ? t('ticket.sendAgain') : t(action)}
        </TicketSubmit>
      ) : (
        <ButtonLink to={loginHref} tone={tone} block>
          {t('ticket.logInToTrade')}
        </ButtonLink>
      )}
      <LeverageSheet
        open={choosing}
        contract={contract}
        current={ticket.leverage}
        summaryAt={summaryAt}
        onUse={leverage => {
          chooseLeverage(leverage);
          if (session) void remembering.submit({ market_id: contract.market_id, multiple: leverage });
        }}
        onClose={() => setChoosing(false)}
      />
      {confirming && held ? (
        <ConfirmPosition
          contract={contract}
          ticket={ticket}
          summary={summary}
          held={held}
          action={t(action)}
          busy={busy}
          blockedBy={stop ?? (first && problemText(first, t))}
          onConfirm={() => void sendNow()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </TicketForm>
  );
}
