import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal, formatPercent, signOf } from '#ui/format.ts';
import { nextMoment } from '../model/offers.ts';
import { Countdown } from './countdown.tsx';
import styles from './offer-card.module.css';
import { Progress } from './progress.tsx';
import { StateOfOffer } from './state-of-offer.tsx';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A countdown to the next step, or the offer's result. */
function Moment({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const next = nextMoment(offer);
  if (next) {
    return (
      <Fact label={t(next.label)}>
        <Countdown atMs={next.atMs} />
      </Fact>
    );
  }
  if (offer.state === 'cancelled')
    return <Fact label={t('close')}>{formatDate(offer.close_ms, 'date')}</Fact>;
  const sign = signOf(offer.return_percent);
  return (
    <Fact label={t('lastPrice')}>
      {formatDecimal(offer.last_price)}{' '}
      {offer.return_percent === null ? null : (
        <span className={cx(sign === 1 && 'up', sign === -1 && 'down')}>
          {formatPercent(offer.return_percent)}
        </span>
      )}
    </Fact>
  );
}

/** One offer in the list; leads to its page. */
export function OfferCard({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { currency, quote, issue_price: price, supply, state } = offer;
  const showsProgress = state !== 'upcoming' && state !== 'cancelled';
  return (
    <Link className={cx(styles['link'], 'raised')} to={paths.launch.getHref({ id: offer.offer_id })}>
      <span className="row-3">
        <CoinIcon symbol={currency.code} size={40} />
        <span className="grow stack-1px">
          <span className="text-17 leading-22 weight-650">{currency.code}</span>
          <span className="note break-anywhere">
            {currency.name} · {t(`mode.${offer.mode}`)}
          </span>
        </span>
        <StateOfOffer state={state} />
      </span>
      {showsProgress ? <Progress offer={offer} /> : null}
      <dl className={styles['facts']}>
        <Fact label={t('issuePrice')}>
          {formatDecimal(price)} {quote.code}
        </Fact>
        <Fact label={t('supply')}>{formatDecimal(supply, { decimals: 2 })}</Fact>
        <Moment offer={offer} />
      </dl>
    </Link>
  );
}
