import type { ReactNode } from 'react';
import type { WireConvertQuote } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPercent } from '#ui/format.ts';
import styles from './convert-form.module.css';
import { CountdownRing } from './countdown-ring.tsx';
import { exact } from './exact.ts';

interface Amount {
  readonly currency: string;
  readonly amount: string;
}

export function amountText({ currency, amount }: Amount): string {
  return `${exact(amount)} ${currency}`;
}

/** All figures of a quote, and how long it is valid. */
export function ConvertQuote({
  quote,
  seconds,
}: {
  readonly quote: WireConvertQuote;
  readonly seconds: number;
}) {
  const { t } = useTranslation('convert');
  const { pay, receive, least, rest, legs } = quote;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('quote.pay'), amountText(pay)],
    [t('quote.least'), <b key="least">{amountText(least)}</b>],
    [
      t('quote.spread'),
      quote.spread_percent === null ? t('quote.noIndex') : formatPercent(quote.spread_percent),
    ],
    [
      t('quote.fee', { percent: `${formatDecimal(quote.fee_percent)}%` }),
      quote.fees.map(amountText).join(' + '),
    ],
    ...(rest === null ? [] : [[t('quote.rest'), amountText(rest)] as const]),
    [t('quote.through'), legs.map(leg => leg.symbol).join(' → ')],
  ];
  return (
    <section className={styles['quote']} aria-label={t('quote.title')} data-over={seconds === 0}>
      <div className="row-3 between">
        <p className={styles['rate']}>
          <span>
            {t('quote.rate', { one: pay.currency, rate: formatDecimal(quote.rate), other: receive.currency })}
          </span>
          <span className="quiet text-12 weight-400">
            {t('quote.rate', {
              one: receive.currency,
              rate: formatDecimal(quote.inverse),
              other: pay.currency,
            })}
          </span>
        </p>
        <CountdownRing
          seconds={seconds}
          total={Math.ceil(quote.holds_ms / 1000)}
          label={t('quote.holds', { seconds })}
        />
      </div>
      <KeyValues>
        {facts.map(([label, value]) => (
          <KeyValue key={label} label={label}>
            {value}
          </KeyValue>
        ))}
      </KeyValues>
    </section>
  );
}
