import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, UNKNOWN } from '#ui/format.ts';
import form from '#ui/form.module.css';
import type { PurchaseSummary } from '../model/purchase.ts';
import { LockUp } from './lock-up.tsx';

/** The offer's rate for an accepted currency. */
export function Rate({
  offer: { accepted, quote },
  currencyId,
}: {
  readonly offer: WireLaunchOffer;
  readonly currencyId: number;
}) {
  const { t } = useTranslation('launch');
  const one = accepted.find(({ currency }) => currency.id === currencyId);
  if (one === undefined) return null;
  return <>{t('rate', { code: one.currency.code, rate: formatDecimal(one.rate), quote: quote.code })}</>;
}

/** Compares the rate with the market's, if the difference is large. */
export function RateWarning({
  offer,
  summary,
}: {
  readonly offer: WireLaunchOffer;
  readonly summary: PurchaseSummary;
}) {
  const { t } = useTranslation('launch');
  const { currency, deviation, standing } = summary;
  const one = offer.accepted.find(({ currency: { id } }) => id === currency.id);
  if (standing === 'fair' || deviation === null || !one || one.market_rate === null) return null;
  const money = (value: string): string => `${formatDecimal(value)} ${offer.quote.code}`;
  return (
    <p className={form['warning']}>
      {t(deviation.startsWith('-') ? 'rateBelow' : 'rateAbove', {
        code: currency.code,
        rate: money(one.rate),
        market: money(one.market_rate),
        percent: formatDecimal(deviation.replace('-', '')),
      })}
    </p>
  );
}

/** Preview of a commitment; with `terms` also price and lock-up. */
export function CommitmentFigures({
  offer,
  summary,
  terms = false,
}: {
  readonly offer: WireLaunchOffer;
  readonly summary: PurchaseSummary;
  readonly terms?: boolean;
}) {
  const { t } = useTranslation('launch');
  const { own, mode, quote, currency } = offer;
  const isTyped = isPositive(summary.addedValue);
  const units = (value: string): string => `${formatDecimal(value)} ${currency.code}`;
  const money = (value: string): string => `${formatDecimal(value)} ${quote.code}`;
  return (
    <KeyValues className="sums">
      {terms ? <KeyValue label={t('issuePrice')}>{money(offer.issue_price)}</KeyValue> : null}
      {own === null ? null : <KeyValue label={t('buy.already')}>{money(own.value)}</KeyValue>}
      {summary.currency.id === quote.id ? null : (
        <>
          <KeyValue label={t('buy.counted')}>{isTyped ? money(summary.addedValue) : UNKNOWN}</KeyValue>
          <KeyValue label={t('buy.market')}>
            {isTyped && summary.marketValue !== null ? money(summary.marketValue) : UNKNOWN}
          </KeyValue>
        </>
      )}
      <KeyValue label={t('buy.value')}>{isTyped ? money(summary.value) : UNKNOWN}</KeyValue>
      {mode === 'first_come' ? (
        <KeyValue label={t('buy.gets')} strong>
          {isTyped ? units(summary.atMost) : UNKNOWN}
        </KeyValue>
      ) : (
        <>
          <KeyValue label={t('buy.now')} strong>
            {isTyped ? t('buy.atLeast', { amount: units(summary.atLeast) }) : UNKNOWN}
          </KeyValue>
          <KeyValue label={t('buy.atMost')}>{isTyped ? units(summary.atMost) : UNKNOWN}</KeyValue>
          <KeyValue label={t('buy.back')}>
            {isTyped ? t('buy.upTo', { amount: money(summary.backNow) }) : UNKNOWN}
          </KeyValue>
        </>
      )}
      {terms ? (
        <>
          <KeyValue label={t('launch')}>{formatDate(offer.launch_ms, 'dateTime')}</KeyValue>
          <KeyValue label={t('lockUp')}>
            <LockUp ms={offer.lock_up_ms} />
          </KeyValue>
        </>
      ) : null}
    </KeyValues>
  );
}

/** Until when the commitment is frozen, and when the bought coins are released. */
export function WhatThen({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const [first] = offer.releases;
  return (
    <>
      <p className="note">{t('buy.rest', { date: formatDate(offer.close_ms, 'dateTime') })}</p>
      {first === undefined ? null : (
        <p className="note">
          {first.after_ms === 0
            ? t('buy.released', { percent: formatDecimal(first.percent) })
            : t('buy.locked', { date: formatDate(first.at_ms, 'dateTime') })}
        </p>
      )}
    </>
  );
}
