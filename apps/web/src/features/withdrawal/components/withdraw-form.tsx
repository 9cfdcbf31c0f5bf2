import { useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import type { WireSavedAddress, WireWithdrawal } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { formatSpan } from '#ui/format-time.ts';
import styles from '#ui/form.module.css';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { WithdrawInfo } from '../api/withdrawal.ts';
import {
  emptyWithdraw,
  reduceWithdraw,
  summariseWithdraw,
  validateWithdraw,
  type WithdrawProblem,
} from '../model/withdraw-fields.ts';
import { AddressChoice } from './address-choice.tsx';
import { CardChoice } from './card-choice.tsx';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { useProblemText } from './use-problem-text.ts';

export interface WithdrawFormProps {
  readonly currencyId: number;
  readonly info: WithdrawInfo;
  /** Saved addresses of the currency, newest first; none for the bank. */
  readonly addresses: readonly WireSavedAddress[];
  readonly onSent: (withdrawal: WireWithdrawal) => void;
}

const MAX_REMARK = 120;

/** The page where a problem can be solved. */
function placeOf({ code }: WithdrawProblem, currencyId: number, network: string | undefined) {
  switch (code) {
    case 'not_verified':
      return paths.verification.getHref();
    case 'fund_password_missing':
      return paths.changePayPassword.getHref();
    case 'address_missing':
      return paths.createAddress.getHref({ currency: currencyId, network });
    case 'card_missing':
      return paths.bankPassword.getHref();
    default:
      return undefined;
  }
}

/** Destination and amount. The button names the first problem and leads to it. */
export function WithdrawForm({ currencyId, info, addresses, onSent }: WithdrawFormProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const navigate = useNavigate();
  const [form, dispatch] = useReducer(reduceWithdraw, emptyWithdraw);
  const [confirming, setConfirming] = useState(false);
  const summary = summariseWithdraw(form, info, addresses);
  const { network, address, amountMinor } = summary;
  const problems = validateWithdraw(form, info, summary, serverClock.now());
  const { blocker, shown, guard } = useForm(problems, {
    unfinished: ['amount_required'],
    lead(problem) {
      const place = placeOf(problem, currencyId, network?.network);
      if (place) void navigate(place);
      return place !== undefined;
    },
  });
  // Renders each second while the customer can only wait, and once more when the time is over.
  useCountdown(blocker?.untilMs);
  const blockerText = useProblemText(blocker);
  const amountText = useProblemText(shown('amount'));
  return (
    <>
      <form
        className="stack-4 cols-1"
        noValidate
        aria-label={t('title')}
        onSubmit={guard(() => setConfirming(true))}
      >
        {info.networks.length > 1 ? (
          <div className="stack-2 cols-1">
            <span className="soft text-13">{t('network')}</span>
            <Segmented
              label={t('network')}
              value={network?.network}
              choices={info.networks.map(one => ({ value: one.network, label: one.network }))}
              onChange={value => dispatch({ type: 'network', network: value })}
            />
          </div>
        ) : null}
        <div className="stack-2 cols-1">
          <span className="soft text-13">{info.bank ? t('card.one') : t('address.one')}</span>
          {info.bank ? (
            <CardChoice
              cards={info.bank.cards}
              chosen={summary.card}
              onChoose={cardId => dispatch({ type: 'card', cardId })}
            />
          ) : (
            <AddressChoice
              currencyId={currencyId}
              network={network?.network}
              addresses={summary.addresses}
              chosen={address}
              onChoose={addressId => dispatch({ type: 'address', addressId })}
            />
          )}
        </div>
        <div>
          <AmountInput
            label={t('amount')}
            value={form.amount}
            decimals={summary.decimals}
            unit={info.currency}
            placeholder="0"
            error={amountText}
            onChange={amount => dispatch({ type: 'amount', amount })}
            after={
              <button
                type="button"
                className={styles['max']}
                onClick={() => dispatch({ type: 'percent', percent: 100, summary })}
              >
                {t('common:actions.max')}
              </button>
            }
          />
          <PercentSlider
            label={t('percent')}
            value={summary.percent}
            disabled={summary.availableMinor === 0n}
            onChange={percent => dispatch({ type: 'percent', percent, summary })}
          />
        </div>
        <TextField
          name="remark"
          label={t('remark')}
          maxLength={MAX_REMARK}
          value={form.remark}
          onChange={remark => dispatch({ type: 'remark', remark })}
        />
        <KeyValues className="sums">
          <KeyValue label={t('available')}>
            {formatDecimal(info.available)} {info.currency}
          </KeyValue>
          <KeyValue label={t('minimum')}>
            {formatDecimal(summary.minimum)} {info.currency}
          </KeyValue>
          <KeyValue label={t('fee')}>
            {formatDecimal(summary.fee)} {info.currency}
          </KeyValue>
          {info.announced === null ? null : (
            <KeyValue
              label={t('announced.from', { date: formatDate(info.announced.effective_at_ms, 'dayMinute') })}
            >
              {info.announced.ways.map(way => (
                <span key={way.name} className="block" data-announced={way.name}>
                  {t('announced.way', {
                    way: way.name,
                    fee: `${formatDecimal(way.fee)} ${info.currency}`,
                    minimum: `${formatDecimal(way.minimum)} ${info.currency}`,
                  })}
                </span>
              ))}
            </KeyValue>
          )}
          {info.bank ? (
            <KeyValue label={t('rate')}>
              1 USDT = {formatDecimal(info.bank.rate)} {info.bank.currency}
            </KeyValue>
          ) : null}
          <KeyValue label={t('leftToday')}>
            {info.daily.applications_left} / {info.daily.applications_per_day}
          </KeyValue>
          <KeyValue label={t('sentWithin')}>
            {info.sent_within_ms === null ? t('tooFewToSay') : formatSpan(info.sent_within_ms)}
          </KeyValue>
          <KeyValue label={t('receive')} strong>
            {amountMinor === undefined ? '—' : formatDecimal(summary.receive)} {summary.receiveCurrency}
          </KeyValue>
        </KeyValues>
        <SubmitButton block problem={blockerText}>
          {t('submit')}
        </SubmitButton>
      </form>
      {confirming ? (
        <ConfirmWithdrawal
          currencyId={currencyId}
          form={form}
          info={info}
          summary={summary}
          onSent={onSent}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}
