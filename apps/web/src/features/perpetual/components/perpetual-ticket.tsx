import { ChevronDown } from 'lucide-react';
import { useCallback, useState, type FormEvent } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { canRepeat } from '#lib/assessment.ts';
import { percentTaken, stepPrice } from '#lib/market-units.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatDecimal } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { AtMarket, AvailableLine, TicketForm, TicketSubmit } from '#ui/ticket-form.tsx';
import { showToast, toastFailure } from '#ui/toast.ts';
import { openPosition, setLeverage } from '../api/perpetual.ts';
import { contractUnits } from '../model/contract.ts';
import { toRequest } from '../model/request.ts';
import { convertStops } from '../model/stops.ts';
import { UNFINISHED, type ProblemField } from '../model/validate.ts';
import { ConfirmPosition } from './confirm-position.tsx';
import { LotsField } from './lots-field.tsx';
import { LeverageSheet } from './leverage-sheet.tsx';
import styles from './perpetual-ticket.module.css';
import { problemText } from './problem-text.ts';
import { StopsFields } from './stops-fields.tsx';
import { TicketPreview, useMoney } from './ticket-preview.tsx';
import { useAssessment, useContractBalance, useSummaryAt, type TicketControl } from './use-ticket.ts';

const opening = defineIdempotentCall('POST lever/submit', openPosition);

function useAnnounce(contract: WireContract) {
  const { t } = useTranslation('perpetual');
  return useCallback(
    ({ position }: CallOutput<'POST lever/submit'>) => {
      const lots = formatDecimal(String(position.holding_lots));
      const price = formatDecimal(position.open_price);
      if (position.waiting_lots > 0) {
        showToast(position.holding_lots > 0 ? t('sent.part', { lots }) : t('sent.resting'), 'good');
      } else if (position.holding_lots === 0) showToast(t('sent.nothing'), 'bad');
      else if (position.holding_lots < position.lots) showToast(t('sent.cut', { lots, price }), 'neutral');
      else showToast(t('sent.opened', { lots, price: `${price} ${contract.quote.code}` }), 'good');
    },
    [t, contract],
  );
}

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
  const minor = useContractBalance(contract);
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
  const { busy, unsure, submit } = useSubmit(opening, {
    onDone: useAnnounce(contract),
    onFailed: toastFailure(t('sent.unsure')),
  });
  // For orders that name none: those of programs.
  const remembering = useSubmit(setLeverage, { onFailed: toastFailure(t('sent.unsure')) });
  const form = useForm(problems, { unfinished: UNFINISHED });
  const available = useContractBalance(contract);
  const [confirming, setConfirming] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const first = form.blocker;
  // Only the first invalid field is marked: the later checks depend on it.
  const isWrong = (field: ProblemField) => first?.field === field && form.shown(field) !== undefined;
  const tone = ticket.direction === 'long' ? 'up' : 'down';
  const units = contractUnits(contract);

  const sendNow = async () => {
    if (!(await submit(toRequest(ticket, contract, summary)))) return;
    form.restart();
    setConfirming(false);
    dispatch({ type: 'accepted', sent: ticket, canRepeat: canRepeat(available, summary.neededMinor) });
  };

  const press = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!session || busy || confirming || stop !== undefined || !form.check(event.currentTarget)) return;
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
          { value: 'long', label: t('direction.long'), tone: 'up' },
          { value: 'short', label: t('direction.short'), tone: 'down' },
        ]}
      />
      <div className={styles['pickers']}>
        <button
          type="button"
          className={styles['leverage']}
          aria-haspopup="dialog"
          aria-label={t('leverage.button', { multiple: `${ticket.leverage}×` })}
          onClick={() => setChoosing(true)}
        >
          {ticket.leverage}×
          <ChevronDown size={15} aria-hidden="true" />
        </button>
        <label className={styles['type']}>
          <span className="visually-hidden">{t('ticket.type')}</span>
          <select
            value={ticket.postOnly ? 'postOnly' : ticket.type}
            onChange={event =>
              dispatch({
                type: 'typeChosen',
                orderType: event.target.value === 'market' ? 'market' : 'limit',
                postOnly: event.target.value === 'postOnly',
              })
            }
          >
            <option value="market">{t('type.market')}</option>
            <option value="limit">{t('type.limit')}</option>
            <option value="postOnly">{t('type.postOnly')}</option>
          </select>
          <ChevronDown size={15} aria-hidden="true" />
        </label>
      </div>
      {ticket.type === 'limit' ? (
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
        valueMinor={summary.valueMinor}
        wrong={isWrong('lots')}
        onChange={text => dispatch({ type: 'lotsTyped', text })}
        onStep={by => dispatch({ type: 'lotsStepped', by })}
        onClear={clear}
      />
      <PercentSlider
        label={t('ticket.percent')}
        value={ticket.percent || percentTaken(summary.neededMinor, available)}
        tone={tone}
        disabled={available === null}
        onChange={choosePercent}
      />
      <BalanceLine contract={contract} onUseAll={() => choosePercent(100)} fundsHref={fundsHref} />
      <Checkbox checked={ticket.hasStops} onChange={on => dispatch({ type: 'stopsToggled', on })}>
        {t('ticket.stops')}
      </Checkbox>
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
      <TicketPreview contract={contract} summary={summary} detailsHref={detailsHref} />
      {session ? (
        <TicketSubmit tone={tone} busy={busy} isBlocked={first !== undefined} stop={stop}>
          {first
            ? problemText(first, t)
            : unsure
              ? t('ticket.sendAgain')
              : t(ticket.direction === 'long' ? 'ticket.openLong' : 'ticket.openShort')}
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
      {confirming ? (
        <ConfirmPosition
          contract={contract}
          ticket={ticket}
          summary={summary}
          busy={busy}
          blockedBy={stop ?? (first && problemText(first, t))}
          onConfirm={() => void sendNow()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </TicketForm>
  );
}
