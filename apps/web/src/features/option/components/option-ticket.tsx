import { ArrowDown, ArrowUp } from 'lucide-react';
import { useReducer, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { formatAmount } from '#ui/format.ts';
import { isVerified, mayBuy } from '../api/verified.ts';
import { changeOptionPreferences, useOptionPreferences } from '../model/preferences-store.ts';
import {
  EMPTY_TICKET,
  largePart,
  offeredCurrencies,
  reduceTicket,
  shortCapacity,
  summarise,
  validate,
  type Direction,
  type Mode,
  type OwnLimits,
  type Purchase,
  type Terms,
  type TicketAction,
} from '../model/ticket.ts';
import { CurrencySelect } from './currency-select.tsx';
import { ConfirmOption } from './confirm-option.tsx';
import { DirectionButton } from './direction-button.tsx';
import { GateSheet } from './gate-sheet.tsx';
import { WhyLink } from '#ui/why.tsx';
import styles from './option-ticket.module.css';
import { QuickAmounts } from './quick-amounts.tsx';
import { RequoteSheet } from './requote-sheet.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { TicketNotes } from './ticket-skeleton.tsx';
import { TimeChoice } from './time-choice.tsx';
import { useBuyOption } from './use-buy-option.ts';
import { useFunds } from './use-funds.ts';
import { useProblemText } from './use-problem-text.ts';

/** Incomplete rather than wrong: the field is not marked. */
const UNFINISHED = ['time_required', 'amount_required'] as const;
/** Refusals caused by the customer's own limits. */
const LIMIT_CODES = ['daily_loss_limit', 'cooling_down'];

export interface OptionTicketProps {
  readonly terms: Terms;
  readonly mode: Mode;
  /** Currencies by id, for their digits. */
  readonly currencies: ReadonlyMap<number, WireCurrency>;
  readonly loginHref: string;
  readonly verificationHref: string;
  readonly limitsHref: string;
  /** The customer's own limits; undefined while unknown. */
  readonly ownLimits: OwnLimits | undefined;
  readonly onPractise: () => void;
  /** Shown between the balance and the preview: a transfer offer, and the customer's own limits. */
  readonly renderFunds: (currencyId: number, stake: string | undefined) => ReactNode;
}

/** The form: time, amount, possible results, and the two buttons. */
export function OptionTicket(props: OptionTicketProps) {
  const { terms, mode, currencies, loginHref, verificationHref, limitsHref, ownLimits, onPractise } = props;
  const { t } = useTranslation(['option', 'common']);
  const session = useSession();
  const { confirmOrders } = useSettings();
  const { seconds: lastTime } = useOptionPreferences();
  const first = terms.times.find(({ seconds }) => seconds === lastTime) ?? terms.times[0];
  const [ticket, change] = useReducer(reduceTicket, { ...EMPTY_TICKET, seconds: first?.seconds });
  const [asking, setAsking] = useState<Direction>();
  const [gate, setGate] = useState(false);
  // The direction pressed while verification is checked; further presses are ignored meanwhile.
  const [pressed, setPressed] = useState<Direction>();
  const form = useRef<HTMLFormElement>(null);
  const { busy, refusal, clear, buy } = useBuyOption();
  const funds = useFunds(terms, mode, ticket.currencyId, currencies);
  const offered = offeredCurrencies(terms);
  const summary = summarise(ticket, terms, funds);
  const problem = validate(ticket, summary, terms, funds, mode, ownLimits);
  const problemText = useProblemText(problem);
  const { shown, check, restart } = useForm(problem ? [problem] : [], { unfinished: UNFINISHED });
  const dispatch = (action: TicketAction) => {
    clear();
    change(action);
  };

  const send = async (purchase: Purchase, on: Terms) => {
    const bought = await buy(purchase, on, funds.currency);
    setAsking(undefined);
    if (bought) restart();
  };
  const purchaseOf = (direction: Direction, on: Terms): Purchase | undefined =>
    summary.stake === undefined || ticket.seconds === undefined
      ? undefined
      : {
          market_id: on.market_id,
          direction,
          seconds: ticket.seconds,
          currency_id: funds.currencyId,
          amount: summary.stake,
          terms_version: on.terms_version,
          practice: mode === 'practice',
        };
  const press = async (direction: Direction) => {
    clear();
    if (!check(form.current)) return;
    if (mode === 'real' && !isVerified()) {
      setPressed(direction);
      const may = await mayBuy();
      setPressed(undefined);
      if (!may) return setGate(true);
    }
    if (confirmOrders) return setAsking(direction);
    const purchase = purchaseOf(direction, terms);
    if (purchase) void send(purchase, terms);
  };

  const isStopped = problem?.field === 'limits';
  const amountOf = (value: string | undefined) =>
    value === undefined ? undefined : `${formatAmount(value, funds.decimals)} ${funds.currency}`;

  return (
    <form
      ref={form}
      noValidate
      aria-label={t('option:ticket.form')}
      className="stack-2 cols-1"
      onSubmit={event => event.preventDefault()}
    >
      <TimeChoice
        times={terms.times}
        value={ticket.seconds}
        onChange={seconds => {
          dispatch({ type: 'time', seconds });
          // The chart shows when an option with this time would end.
          changeOptionPreferences({ seconds });
        }}
      />
      <div className="stack-1">
        <AmountInput
          label={t('option:ticket.amount')}
          value={ticket.amount}
          decimals={funds.decimals}
          unit={offered.length > 1 ? undefined : funds.currency}
          placeholder="0"
          error={shown('amount') ? problemText : undefined}
          onChange={amount => dispatch({ type: 'amount', amount })}
          after={
            offered.length > 1 ? (
              <CurrencySelect
                offered={offered}
                value={funds.currencyId}
                onChange={currencyId => dispatch({ type: 'currency', currencyId })}
              />
            ) : null
          }
        />
        <QuickAmounts
          funds={funds}
          stakes={summary.stakes}
          onPick={amount => dispatch({ type: 'amount', amount })}
        />
      </div>
      {props.renderFunds(funds.currencyId, summary.stake)}
      <TicketPreview summary={summary} amountOf={amountOf} />
      {problem?.field === 'market' ? <output className={styles['closed']}>{problemText}</output> : null}
      {refusal?.kind === 'message' ? (
        <p className={styles['error']} role="alert">
          {refusal.text} {refusal.code === '' ? null : <WhyLink code={refusal.code} />}
          {LIMIT_CODES.includes(refusal.code) ? <Link to={limitsHref}>{t('option:limits')}</Link> : null}
        </p>
      ) : null}
      {session ? (
        <div className="stack-2 cols-2">
          {(['rise', 'fall'] as const).map(direction => {
            const short = shortCapacity(summary, direction, mode);
            return (
              <DirectionButton
                key={direction}
                direction={direction}
                icon={direction === 'rise' ? <ArrowUp size={20} /> : <ArrowDown size={20} />}
                busy={(busy ?? pressed) === direction}
                disabled={
                  problem?.field === 'market' || isStopped || busy !== undefined || pressed !== undefined
                }
                shortOf={amountOf(short)}
                isSoldOut={short === '0'}
                stoppedSeconds={isStopped ? (ownLimits?.stoppedSeconds ?? 0) : 0}
                onPress={() => void press(direction)}
              />
            );
          })}
        </div>
      ) : (
        <ButtonLink block to={loginHref}>
          {t('option:ticket.logIn')}
        </ButtonLink>
      )}
      <TicketNotes />

      {asking && summary.stake ? (
        <ConfirmOption
          direction={asking}
          symbol={terms.symbol}
          summary={summary}
          mode={mode}
          amountOf={amountOf}
          largePercent={largePart(summary, funds)}
          busy={busy !== undefined}
          blockedBy={problem && problemText}
          onConfirm={() => {
            const purchase = purchaseOf(asking, terms);
            if (purchase) void send(purchase, terms);
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {refusal?.kind === 'requote' ? (
        <RequoteSheet
          refusal={refusal}
          funds={funds}
          amountOf={amountOf}
          busy={busy !== undefined}
          onAccept={() => {
            const { purchase, after } = refusal;
            void send({ ...purchase, terms_version: after.terms_version }, after);
          }}
          onClose={clear}
        />
      ) : null}
      {gate || refusal?.kind === 'verification' ? (
        <GateSheet
          isUnderReview={session?.user.verification === 'under_review'}
          verificationHref={verificationHref}
          onPractise={() => {
            setGate(false);
            clear();
            onPractise();
          }}
          onClose={() => {
            setGate(false);
            clear();
          }}
        />
      ) : null}
    </form>
  );
}
