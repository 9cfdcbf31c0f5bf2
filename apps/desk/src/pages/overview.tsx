import type { DeskOutput } from '@tallystick/protocol/desk';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { ContractRisk, Offers, OptionRisk, TrustCover } from '../features/overview/risk.tsx';

export function OverviewPage() {
  const { may } = useMe();
  return (
    <Page title={t('nav.overview')}>
      <Waiting />
      <div className="grid-2">
        <ContractRisk />
        <OptionRisk />
        {may('house.read') ? <TrustCover /> : null}
        <Offers />
        <Markets />
        {may('solvency.read') ? <Sums /> : null}
        <PriceLog />
        <Integrity />
      </div>
    </Page>
  );
}

function Waiting() {
  const queues = useDesk('GET desk/queues', {});
  const proposals = useDesk('GET desk/proposals', { limit: 100 });
  const alerts = useDesk('GET desk/alerts', { limit: 1 });
  const unseen = alerts.data?.unseen ?? 0;
  const forMe = proposals.data?.items.filter(one => one.may_decide).length ?? 0;
  return (
    <Card title={t('overview.waiting')}>
      <Loaded query={queues}>
        {({ items }) => {
          const waiting = [
            { path: '/alerts', count: unseen, name: t('overview.alerts') },
            { path: '/approvals', count: forMe, name: t('overview.approvals') },
            ...items.map(queue => ({
              path: `/queues/${queue.name}`,
              count: queue.waiting,
              name: t(`queues.${queue.name}`),
            })),
          ].filter(({ count }) => count > 0);
          if (waiting.length === 0) return <p className="quiet">{t('overview.nothing')}</p>;
          return (
            <div className="facts">
              {waiting.map(({ path, count, name }) => (
                <Link key={path} to={path}>
                  <div className="figure-large">{count}</div>
                  {name}
                </Link>
              ))}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Markets() {
  const markets = useDesk('GET desk/markets', {});
  return (
    <Card title={t('overview.markets')}>
      <Loaded query={markets}>
        {({ items }) => {
          const stopped = items.filter(({ market }) => market.status !== 'open');
          const open = items.length - stopped.length;
          const stale = items.filter(({ ticker }) => ticker.stale).length;
          return (
            <Link to="/markets" className="row">
              <Badge tone={open === items.length ? 'good' : 'bad'}>
                {t('overview.open', { open, all: items.length })}
              </Badge>
              {stopped.length === 0 ? null : (
                <span className="quiet">
                  {t('overview.stopped', { symbols: stopped.map(({ market }) => market.symbol).join(', ') })}
                </span>
              )}
              {stale > 0 ? <Badge tone="warn">{t('overview.stale', { count: stale })}</Badge> : null}
            </Link>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Sums() {
  const solvency = useDesk('GET desk/solvency', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Card title={t('overview.sums')}>
      <Loaded query={solvency}>
        {({ items, journal_sequence: sequence }) => {
          const balanced = items.every(({ sum }) => sum === '0');
          return (
            <Link to="/solvency" className="row">
              <Badge tone={balanced ? 'good' : 'bad'}>
                {t(balanced ? 'overview.sumsZero' : 'overview.sumsBroken')}
              </Badge>
              <span className="quiet">{t('solvency.sequence', { sequence: grouped(String(sequence)) })}</span>
            </Link>
          );
        }}
      </Loaded>
    </Card>
  );
}

const LOG_TITLES = {
  journal: 'overview.journalLog',
  audit: 'overview.auditLog',
  public: 'overview.publicLog',
} as const;

/** Logs and books that need people: docs/signed-logs.md says what they do. */
function Integrity() {
  const integrity = useDesk('GET desk/integrity', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Card title={t('overview.integrity')}>
      <Loaded query={integrity}>
        {({ logs, books, payouts_wait_for: holders }) => (
          <>
            <Payouts holders={holders} />
            {logs.map(({ log, state, fault, entries, signed }) => (
              <div className="row" key={log}>
                <Badge tone={state === 'signing' ? 'good' : fault === null ? 'warn' : 'bad'}>
                  {t(LOG_TITLES[log])}
                </Badge>
                <span className="quiet">
                  {fault === null
                    ? t('overview.logEntries', { signed, entries })
                    : t('overview.logStopped', { kind: word('logFaults', fault.kind), number: fault.number })}
                </span>
              </div>
            ))}
            <div className="row">
              <Badge tone={books.failure === null ? 'good' : 'warn'}>{t('overview.booksCompared')}</Badge>
              <span className="quiet">
                {books.failure ??
                  (books.completed_at_ms === null
                    ? t('overview.booksComparing')
                    : dateTime(books.completed_at_ms))}
              </span>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Payouts({ holders }: { readonly holders: DeskOutput<'GET desk/integrity'>['payouts_wait_for'] }) {
  if (holders.length === 0) return <Badge tone="good">{t('overview.payoutsOpen')}</Badge>;
  const named = holders.map(holder => word('payoutHolders', holder)).join(', ');
  return (
    <p role="alert">
      <Badge tone="bad">{t('overview.payoutsWait', { holders: named })}</Badge>
    </p>
  );
}

/** A log that has stopped needs people: docs/price-log.md says what they do. */
function PriceLog() {
  const log = useDesk('GET desk/price_log', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Card title={t('overview.priceLog')}>
      <Loaded query={log}>
        {({ state, fault, signed_ticks: signed, newest_tick: newest, signed_at_ms: signedAtMs }) => (
          <div className="row">
            <Badge tone={state === 'signing' ? 'good' : fault === null ? 'warn' : 'bad'}>
              {fault !== null
                ? t('overview.logStopped', { kind: word('logFaults', fault.kind), number: fault.number })
                : t(
                    state !== 'signing'
                      ? 'overview.logCatchingUp'
                      : signed === newest
                        ? 'overview.logSigned'
                        : 'overview.logSigning',
                  )}
            </Badge>
            <span className="quiet">
              {t('overview.logTicks', { signed: grouped(String(signed)), newest: grouped(String(newest)) })}
              {signedAtMs === null ? null : ` · ${dateTime(signedAtMs)}`}
            </span>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
