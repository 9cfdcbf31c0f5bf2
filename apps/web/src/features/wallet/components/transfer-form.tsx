import { ArrowDownUp, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useReducer, useState } from 'react';
import type { WireTransfer } from '@tallystick/protocol/wire';
import { currencyName } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { movingFunds } from '#lib/move-funds.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Card } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDecimal } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { applyTransfer, useWallet } from '../api/use-wallet.ts';
import {
  reduceTransfer,
  startTransfer,
  summariseTransfer,
  validateTransfer,
  type Change,
  type TransferProblem,
} from '../model/transfer-fields.ts';
import { ACCOUNTS, accountOf, balanceOf, currenciesOf, type Account } from '../model/wallet.ts';
import { ACCOUNT_ICONS } from './account-cards.tsx';
import { CurrencyPicker } from './currency-picker.tsx';
import { FormError } from '#ui/form-error.tsx';
import shared from '#ui/form.module.css';
import styles from './transfer-form.module.css';
import { TransferResult } from './transfer-result.tsx';
import { exact } from './exact.ts';

function useProblemText() {
  const { t } = useTranslation('wallet');
  return (problem: TransferProblem | undefined) => {
    if (!problem) return undefined;
    const params = { ...problem.params };
    const available = params['available'];
    if (typeof available === 'string') params['available'] = exact(available);
    const account = accountOf(typeof params['from'] === 'string' ? params['from'] : undefined);
    if (account) params['account'] = t(`account.${account}`);
    return t(`problem.${problem.code}`, params);
  };
}

function Side({
  side,
  account,
  onChange,
}: {
  readonly side: 'from' | 'to';
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}) {
  const { t } = useTranslation('wallet');
  const id = useId();
  const Icon = ACCOUNT_ICONS[account];
  return (
    <div className={styles['side']}>
      <label htmlFor={id} className={styles['sideLabel']}>
        {t(`transfer.${side}`)}
      </label>
      <Icon size={18} strokeWidth={1.8} className="accent" aria-hidden="true" />
      <select
        id={id}
        name={side}
        className={styles['select']}
        value={account}
        onChange={event => onChange(accountOf(event.target.value) ?? account)}
      >
        {ACCOUNTS.map(choice => (
          <option key={choice} value={choice}>
            {t(`account.${choice}`)}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className={styles['chevron']} aria-hidden="true" />
    </div>
  );
}

function BeforeAfter({ account, change }: { readonly account: Account; readonly change: Change }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  return (
    <div className={styles['change']}>
      <dt>{t(`account.${account}`)}</dt>
      <dd aria-label={t('transfer.after', { account: t(`account.${account}`) })}>
        <span className="quiet weight-400">{exact(change.before, hideBalances)}</span>
        {change.after === undefined ? null : (
          <>
            <ChevronRight size={14} aria-hidden="true" className="quiet" />
            <span>{exact(change.after, hideBalances)}</span>
          </>
        )}
      </dd>
    </div>
  );
}

/** Incomplete, or not to be fixed in the amount field: that field is not marked. */
const UNFINISHED = [
  'amount_required',
  'amount_zero',
  'currency_required',
  'same_account',
  'nothing_available',
] as const;

/** Moves funds between the customer's own accounts, with a preview of both balances. */
export function TransferForm({
  from,
  to,
  currencyId,
}: {
  readonly from: Account | undefined;
  readonly to?: Account | undefined;
  readonly currencyId: number | undefined;
}) {
  const { t } = useTranslation(['wallet', 'common']);
  const problemText = useProblemText();
  const { hideBalances } = useSettings();
  const { data: wallet, error: walletError, refetch } = useWallet();
  const [form, change] = useReducer(reduceTransfer, undefined, () => startTransfer(from, currencyId, to));
  const [picking, setPicking] = useState(false);
  const [done, setDone] = useState<WireTransfer>();
  const summary = summariseTransfer(form, wallet);
  const {
    blocker: problem,
    shown,
    guard,
    restart,
  } = useForm(validateTransfer(form, summary), {
    unfinished: UNFINISHED,
    lead({ field }) {
      if (field === 'currency') setPicking(true);
      return field === 'currency';
    },
  });
  const { currency } = summary;

  const { busy, unsure, error, submit, clearError } = useSubmit(movingFunds, {
    onDone(outcome) {
      applyTransfer(outcome);
      change({ type: 'sent', amount: form.amount });
      restart();
      setDone(outcome.transfer);
    },
  });
  const send = () => {
    if (!currency || summary.amount === undefined) return;
    void submit({ from: form.from, to: form.to, currency_id: currency.id, amount: summary.amount });
  };
  const dispatch = useInput(change, clearError);

  if (!wallet && walletError) return <ErrorState error={walletError} onRetry={refetch} />;
  return (
    <form noValidate className="stack-4 cols-1" onSubmit={guard(send)}>
      <Card className={styles['sides']}>
        <div className="grow">
          <Side side="from" account={form.from} onChange={account => dispatch({ type: 'from', account })} />
          <Side side="to" account={form.to} onChange={account => dispatch({ type: 'to', account })} />
        </div>
        <button
          type="button"
          className={styles['swap']}
          aria-label={t('transfer.swap')}
          title={t('transfer.swap')}
          onClick={() => dispatch({ type: 'swap' })}
        >
          <ArrowDownUp size={18} />
        </button>
      </Card>

      <div>
        <span className={styles['label']} id="transfer-currency">
          {t('transfer.currency')}
        </span>
        <button
          type="button"
          className={styles['currency']}
          aria-describedby="transfer-currency"
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
        >
          {currency ? (
            <>
              <CoinIcon symbol={currency.code} size={28} />
              <span className="weight-600">{currency.code}</span>
              <span className="grow quiet text-13">{currencyName(currency)}</span>
            </>
          ) : (
            <span className="grow quiet text-13">
              <Skeleton width={120} height={20} />
            </span>
          )}
          <ChevronDown size={16} className={styles['chevron']} aria-hidden="true" />
        </button>
      </div>

      <div>
        <AmountInput
          label={t('transfer.amount')}
          value={form.amount}
          decimals={currency?.decimals ?? 8}
          unit={currency?.code}
          placeholder="0"
          error={problem?.field === 'amount' ? problemText(shown('amount')) : undefined}
          onChange={amount => dispatch({ type: 'amount', amount })}
          after={
            <button
              type="button"
              className={shared['max']}
              onClick={() => dispatch({ type: 'percent', percent: 100, summary })}
            >
              {t('common:actions.max')}
            </button>
          }
        />
        <p className={styles['available']}>
          {t('transfer.available')}
          <b>
            {exact(summary.available, hideBalances)} {currency?.code}
          </b>
        </p>
        <PercentSlider
          label={t('transfer.percent')}
          value={summary.percent}
          disabled={!summary.availableMinor}
          onChange={percent => dispatch({ type: 'percent', percent, summary })}
        />
      </div>

      <dl className={styles['preview']}>
        <BeforeAfter account={form.from} change={summary.from} />
        <BeforeAfter account={form.to} change={summary.to} />
      </dl>

      <FormError error={error} unsure={unsure && t('transfer.unsure')} />
      <SubmitButton block busy={busy} problem={wallet ? problemText(problem) : t('transfer.submitEmpty')}>
        {summary.amount && currency
          ? t('transfer.submit', { amount: formatDecimal(summary.amount), currency: currency.code })
          : t('transfer.submitEmpty')}
      </SubmitButton>
      <p className="note text-center">{t('transfer.text')}</p>

      {picking && wallet ? (
        <CurrencyPicker
          title={t('transfer.choose')}
          selectedId={currency?.id}
          holdings={currenciesOf(wallet).map(choice => ({
            currency: choice,
            available: balanceOf(wallet, form.from, choice.id)?.available ?? '0',
          }))}
          onPick={id => dispatch({ type: 'currency', currencyId: id })}
          onClose={() => setPicking(false)}
        />
      ) : null}
      {done ? <TransferResult transfer={done} onClose={() => setDone(undefined)} /> : null}
    </form>
  );
}
