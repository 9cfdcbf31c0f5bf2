import { ArrowDownUp, ChevronDown } from 'lucide-react';
import { useDeferredValue, useReducer, useState } from 'react';
import type { WireConversion, WireCurrency } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Card } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { StaysNote } from '#ui/stays-note.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useConvertQuote, useCurrencies } from '../api/convert.ts';
import { reduceConvert, startConvert, summariseConvert, validateConvert } from '../model/convert-fields.ts';
import shared from '#ui/form.module.css';
import styles from './convert-form.module.css';
import { amountText, ConvertQuote } from './convert-quote.tsx';
import { ConversionResult } from './conversion-result.tsx';
import { CurrencyPicker } from './currency-picker.tsx';
import { useAcceptQuote } from './use-accept-quote.ts';
import { exact } from './exact.ts';

function CurrencyButton({
  label,
  currency,
  onClick,
}: {
  readonly label: string;
  readonly currency: WireCurrency | undefined;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles['currency']} aria-haspopup="dialog" onClick={onClick}>
      <span className={styles['label']}>{label}</span>
      {currency ? (
        <>
          <CoinIcon symbol={currency.code} size={22} />
          {currency.code}
        </>
      ) : (
        <Skeleton width={64} height={22} />
      )}
      <ChevronDown size={15} className="quiet" aria-hidden="true" />
    </button>
  );
}

/** Converts one currency into another at a quote of the live book: the customer gets at least the quote. */
export function ConvertForm({
  fromId,
  toId,
}: {
  readonly fromId: number | undefined;
  readonly toId: number | undefined;
}) {
  const { t } = useTranslation(['convert', 'common']);
  const { hideBalances } = useSettings();
  const { data: holdings, error: listError, refetch } = useCurrencies(true);
  const [form, change] = useReducer(reduceConvert, undefined, () => startConvert(fromId, toId));
  const [picking, setPicking] = useState<'from' | 'to'>();
  const [done, setDone] = useState<WireConversion>();
  const summary = summariseConvert(form, holdings);
  const problem = validateConvert(form, summary);
  const { from, to, amount } = summary;

  const wish = from && to && amount !== undefined ? `${from.id}/${to.id}/${amount}` : '';
  const wished = problem ? '' : wish;
  const settled = useDeferredValue(wished);
  const [wishFrom, wishTo, wishAmount] = settled.split('/');
  const asked = useConvertQuote(
    wishAmount === undefined
      ? null
      : { from_id: parseInt(wishFrom ?? '', 10), to_id: parseInt(wishTo ?? '', 10), amount: wishAmount },
  );
  const isOld = asked.isPlaceholderData || settled !== wished;
  const quote = wished === '' || asked.isError ? undefined : asked.data;
  const seconds = useCountdown(isOld ? undefined : quote?.expires_at_ms);
  const ready = quote !== undefined && !isOld && seconds > 0;

  const { shown, guard, restart } = useForm(problem ? [problem] : [], {
    unfinished: ['amount_required'],
    lead({ field }) {
      if (field === 'currency') setPicking('from');
      return field === 'currency';
    },
  });
  const { busy, error, unsure, submit, clearError } = useAcceptQuote('accept', conversion => {
    setDone(conversion);
    change({ type: 'converted' });
    restart();
  });
  const dispatch = useInput(change, clearError);
  const told = shown('amount') ?? shown('currency');
  // A retry repeats the first request, even without a current quote.
  const send = () => (unsure || ready) && submit({ wish, quote: quote?.quote ?? '' });
  const refused = wished !== '' && asked.isError ? asked.error : undefined;
  const reason = unsure
    ? undefined
    : problem
      ? t(`problem.${problem.code}`, problem.params)
      : refused
        ? t('convert:problem.no_quote')
        : ready
          ? undefined
          : t('convert:problem.waiting');

  if (!holdings && listError) return <ErrorState error={listError} onRetry={refetch} />;
  return (
    <form noValidate className="stack-3 cols-1" onSubmit={guard(send)}>
      <Card className={styles['sides']}>
        <div className="stack-6px">
          <div className={styles['row']}>
            <CurrencyButton label={t('convert:from')} currency={from} onClick={() => setPicking('from')} />
            <p className={styles['available']}>
              {t('convert:available')}{' '}
              <b>
                {exact(summary.available, hideBalances)} {from?.code}
              </b>
            </p>
          </div>
          <AmountInput
            label={t('convert:amount')}
            value={form.amount}
            decimals={from?.decimals ?? 8}
            placeholder="0"
            onChange={typed => dispatch({ type: 'amount', amount: typed })}
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
          <PercentSlider
            label={t('convert:percent')}
            value={summary.percent}
            disabled={!summary.availableMinor}
            onChange={percent => dispatch({ type: 'percent', percent, summary })}
          />
        </div>
        <button
          type="button"
          className={styles['swap']}
          aria-label={t('convert:swap')}
          title={t('convert:swap')}
          onClick={() => dispatch({ type: 'swap', summary })}
        >
          <ArrowDownUp size={18} />
        </button>
        <div className="stack-6px">
          <CurrencyButton label={t('convert:to')} currency={to} onClick={() => setPicking('to')} />
          <output
            className={styles['receive']}
            data-old={isOld || undefined}
            aria-label={t('convert:receive')}
          >
            {quote ? `≈ ${exact(quote.receive.amount)}` : UNKNOWN}
          </output>
        </div>
      </Card>

      {to ? <StaysNote currencyId={to.id} /> : null}
      {told ? (
        <p role="alert" className={shared['error']}>
          {t(`problem.${told.code}`, told.params)}
        </p>
      ) : null}
      <FormError error={refused} />
      {quote ? <ConvertQuote quote={quote} seconds={seconds} /> : null}
      <FormError error={error} unsure={unsure && t('convert:unsure')} />
      <SubmitButton block busy={busy} problem={reason}>
        {unsure
          ? t('convert:again')
          : quote
            ? t('convert:submit', { amount: amountText(quote.pay), currency: quote.receive.currency })
            : null}
      </SubmitButton>
      <p className="note text-center mb-4">{t('convert:text')}</p>

      {picking ? (
        <CurrencyPicker
          title={t(`convert:${picking}`)}
          selectedId={picking === 'from' ? from?.id : to?.id}
          holdings={(holdings ?? []).map(({ currency, available }) => ({
            currency,
            available: available ?? '',
          }))}
          onPick={currencyId => dispatch({ type: picking, currencyId, summary })}
          onClose={() => setPicking(undefined)}
        />
      ) : null}
      {done ? <ConversionResult conversion={done} onClose={() => setDone(undefined)} /> : null}
    </form>
  );
}
