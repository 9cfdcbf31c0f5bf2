import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, UNKNOWN } from '#ui/format.ts';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import type { StatusNow } from '../api/calls.ts';
import styles from './status.module.css';

const SIGNS = { good: CircleCheck, limited: CircleAlert, stopped: CircleSlash } as const;
const TONES: Readonly<Record<string, StateTone>> = { open: 'good', close_only: 'wait', halted: 'bad' };

/** The current status of every part. Needs the namespace `status`. */
export function NowCards({ now }: { readonly now: StatusNow }) {
  const { t } = useTranslation('status');
  const Sign = SIGNS[now.overall];
  return (
    <>
      <Card>
        <div className={styles['overall']} data-state={now.overall}>
          <Sign size={26} aria-hidden="true" />
          <div>
            <h2>{t(`overall.${now.overall}`)}</h2>
            <p className={styles['at']}>{t('as', { at: formatDate(now.at_ms, 'dateTime') })}</p>
          </div>
        </div>
      </Card>
      <Card>
        <h2 className="text-14 weight-600 mb-2">{t('trading.title')}</h2>
        <ul className="cols-1 grid">
          {now.markets.map(market => (
            <li key={market.market_id} className={styles['row']}>
              <span className={styles['name']}>{market.symbol}</span>
              <span className="wrap flex-6px">
                <StatePill tone={TONES[market.spot] ?? 'quiet'}>
                  {`${t('trading.spot')} · ${t(`trading.${market.spot}`)}`}
                </StatePill>
                {market.contract === null ? null : (
                  <StatePill tone={TONES[market.contract] ?? 'quiet'}>
                    {`${t('trading.contract')} · ${t(`trading.${market.contract}`)}`}
                  </StatePill>
                )}
                <StatePill
                  tone={market.prices === 'stale' ? 'bad' : market.prices === null ? 'quiet' : 'good'}
                >
                  {t(`prices.${market.prices ?? 'trades'}`)}
                </StatePill>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Ways now={now} />
      <Card>
        <h2 className="text-14 weight-600 mb-2">{t('latency.title')}</h2>
        {now.latency === null ? (
          <p className="note">{t('latency.none')}</p>
        ) : (
          <KeyValues>
            <KeyValue label={t('latency.half')}>
              {t('latency.ms', { ms: formatDecimal(String(now.latency.p50_ms)) })}
            </KeyValue>
            <KeyValue label={t('latency.most')}>
              {t('latency.ms', { ms: formatDecimal(String(now.latency.p99_ms)) })}
            </KeyValue>
          </KeyValues>
        )}
      </Card>
      <Books now={now} />
    </>
  );
}

function Ways({ now }: { readonly now: StatusNow }) {
  const { t } = useTranslation('status');
  const pill = (label: string, isOpen: boolean) => (
    <StatePill tone={isOpen ? 'good' : 'bad'}>
      {`${label} · ${t(isOpen ? 'ways.open' : 'ways.closed')}`}
    </StatePill>
  );
  return (
    <Card>
      <h2 className="text-14 weight-600 mb-2">{t('ways.title')}</h2>
      {now.payouts === 'held' ? <p className="note">{t('ways.held')}</p> : null}
      <ul className="cols-1 grid">
        {now.ways.map(way => (
          <li key={`${way.currency} ${way.network}`} className={styles['row']}>
            <span className={styles['name']}>{`${way.currency} · ${way.network}`}</span>
            <span className="wrap flex-6px">
              {pill(t('ways.in'), way.deposits)}
              {pill(t('ways.out'), way.withdrawals)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Books({ now: { audit } }: { readonly now: StatusNow }) {
  const { t } = useTranslation('status');
  const areWhole = audit.logs.every(({ state }) => state !== 'stopped');
  return (
    <Card>
      <h2 className="text-14 weight-600 mb-2">{t('audit.title')}</h2>
      <p>{t(`audit.${audit.books}`)}</p>
      <KeyValues>
        <KeyValue label={t('audit.at')}>
          {audit.compared_at_ms === null ? UNKNOWN : formatDate(audit.compared_at_ms, 'dateTime')}
        </KeyValue>
        <KeyValue label={t('audit.logs')}>{t(areWhole ? 'audit.whole' : 'audit.stopped')}</KeyValue>
      </KeyValues>
    </Card>
  );
}
