import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal, formatPercent, signOf } from '#ui/format.ts';
import { Timeline } from '#ui/timeline.tsx';
import { nextMoment, scheduleOf } from '../model/offers.ts';
import { summarisePurchase } from '../model/purchase.ts';
import { Countdown } from './countdown.tsx';
import { LockUp } from './lock-up.tsx';
import styles from './offer-details.module.css';
import { OrderFigures, StateOfOrder } from './own-order.tsx';
import { Progress } from './progress.tsx';
import { StateOfOffer } from './state-of-offer.tsx';

function Hero({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { currency, quote, state } = offer;
  const next = nextMoment(offer);
  const sign = signOf(offer.return_percent);
  return (
    <Card className={cx('stack-4', styles['wide'])}>
      <div className="row-3">
        <CoinIcon symbol={currency.code} size={48} />
        <div className={styles['names']}>
          <b>{currency.code}</b>
          <span>{currency.name}</span>
        </div>
        <StateOfOffer state={state} />
      </div>
      {next ? (
        <div className={styles['moment']}>
          <span>{t(next.label)}</span>
          <b role="timer">
            <Countdown atMs={next.atMs} />
          </b>
        </div>
      ) : state === 'launched' ? (
        <div className={styles['moment']}>
          <span>{t('lastPrice')}</span>
          <b>
            {formatDecimal(offer.last_price)} {offer.last_price === null ? '' : quote.code}{' '}
            {offer.return_percent === null ? null : (
              <small className={cx(sign === 1 && 'up', sign === -1 && 'down')}>
                {formatPercent(offer.return_percent)} {t('sinceIssue')}
              </small>
            )}
          </b>
        </div>
      ) : null}
      {state === 'upcoming' || state === 'cancelled' ? null : (
        <>
          <Progress offer={offer} />
          <p className="lead">
            {t('participants', { count: formatDecimal(String(offer.orders)) })}
            {offer.mode === 'first_come' && state === 'subscribing'
              ? ` · ${t('left', { amount: `${formatDecimal(offer.left, { decimals: 2 })} ${currency.code}` })}`
              : null}
          </p>
        </>
      )}
    </Card>
  );
}

function Terms({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { currency, quote } = offer;
  const units = (value: string): string => `${formatDecimal(value)} ${currency.code}`;
  return (
    <Card>
      <h2 className={styles['heading']}>{t('terms')}</h2>
      <KeyValues>
        <KeyValue label={t('issuePrice')} strong>
          {formatDecimal(offer.issue_price)} {quote.code}
        </KeyValue>
        <KeyValue label={t('supply')}>{units(offer.supply)}</KeyValue>
        <KeyValue label={t('minimum')}>
          {formatDecimal(offer.minimum)} {quote.code}
        </KeyValue>
        <KeyValue label={t('cap')}>{units(offer.cap)}</KeyValue>
        <KeyValue label={t('lockUp')}>
          <LockUp ms={offer.lock_up_ms} />
        </KeyValue>
        <KeyValue label={t('accepted')}>{offer.accepted.map(one => one.currency.code).join(' · ')}</KeyValue>
      </KeyValues>
      {offer.accepted
        .filter(one => one.currency.id !== quote.id)
        .map(one => (
          <p key={one.currency.id} className={cx('lead', styles['quiet'])}>
            {t('rate', { code: one.currency.code, rate: formatDecimal(one.rate), quote: quote.code })}
            {one.market_rate === null
              ? null
              : ` · ${t('marketRate', { rate: formatDecimal(one.market_rate), quote: quote.code })}`}
          </p>
        ))}
      <p className={cx('lead', styles['quiet'])}>{t(`modeText.${offer.mode}`)}</p>
    </Card>
  );
}

function Schedule({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const nowMs = useServerNow(1_000);
  return (
    <Card>
      <h2 className={styles['heading']}>{t('schedule')}</h2>
      <Timeline
        label={t('schedule')}
        steps={scheduleOf(offer, nowMs).map(({ key, what, atMs, percent, state }) => ({
          key,
          title:
            what === 'release'
              ? t('release', { percent: formatDecimal(percent) })
              : what === 'cancelled'
                ? t('state.cancelled')
                : t(what),
          detail: atMs === null ? t('cancelledText') : formatDate(atMs, 'dateTime'),
          state,
        }))}
      />
    </Card>
  );
}

/** What the customer's order would get if the offer closed now; undefined after the close. */
function sharesNow(offer: WireLaunchOffer): string | undefined {
  if (offer.state !== 'subscribing') return undefined;
  return summarisePurchase({ currencyId: offer.quote.id, amount: '', agreed: false }, offer).atLeast;
}

/** Everything about one offer: terms, schedule, progress, and the customer's own order. */
export function OfferDetails({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { own, invited, quote } = offer;
  return (
    <div className={styles['parts']}>
      <Hero offer={offer} />
      {own === null ? null : (
        <Card className={styles['wide']}>
          <div className="row-3">
            <h2 className={cx(styles['names'], styles['heading'])}>{t('own')}</h2>
            <StateOfOrder state={own.state} />
          </div>
          <OrderFigures order={own} ifClosedNow={sharesNow(offer)} />
        </Card>
      )}
      {offer.list_root === null ? null : (
        <div className={styles['wide']}>
          <ButtonLink tone="quiet" block to={paths.launch.getHref({ id: offer.offer_id, check: 1 })}>
            {t('checkOpen')}
          </ButtonLink>
        </div>
      )}
      <Terms offer={offer} />
      <Schedule offer={offer} />
      {offer.about === '' ? null : (
        <Card className={styles['wide']}>
          <h2 className={styles['heading']}>{t('about', { name: offer.currency.name })}</h2>
          <p className="lead">{offer.about}</p>
        </Card>
      )}
      {invited === null || invited.customers === 0 ? null : (
        <Card className={styles['wide']}>
          <KeyValues>
            <KeyValue label={t('invited')}>
              {t('invitedText', {
                count: invited.customers,
                amount: `${formatDecimal(invited.value, { decimals: 2 })} ${quote.code}`,
              })}
            </KeyValue>
          </KeyValues>
        </Card>
      )}
    </div>
  );
}
