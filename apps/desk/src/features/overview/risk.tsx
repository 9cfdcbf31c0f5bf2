import type { DeskOutput } from '@tallystick/protocol/desk';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { isSome, percentOf } from '#lib/share.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card, Facts, type Fact } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';

/** From this usage on a limit is highlighted. */
const NEAR_PERCENT = 80;
const SHOWN = 4;

type OptionMarket = DeskOutput<'GET desk/options'>['items'][number];
type Offer = DeskOutput<'GET desk/launch_offers'>['items'][number]['offer'];

function Used({ part, of }: { readonly part: string; readonly of: string }) {
  const percent = percentOf(part, of) ?? 0;
  return <Badge tone={percent >= NEAR_PERCENT ? 'warn' : 'plain'}>{percent} %</Badge>;
}

/** Contracts: which are halted, how full they are, the fund's balance, and its latest payments. */
export function ContractRisk() {
  const contracts = useDesk('GET desk/perpetuals', {});
  const liquidations = useDesk('GET desk/liquidations', { limit: 1 }, { everyMs: SLOW_REFRESH_MS });
  const last = liquidations.data?.items[0];
  return (
    <Card title={t('nav.contracts')} actions={<Link to="/contracts">{t('actions.open')}</Link>}>
      <Loaded query={contracts}>
        {({ items, insurance }) => {
          const open = items.filter(({ contract }) => contract.status === 'open').length;
          const stale = items.filter(({ ticker }) => ticker.stale).length;
          const held = items
            .filter(({ ticker }) => ticker.open_interest_lots > 0)
            .toSorted((a, b) => fullness(b) - fullness(a));
          return (
            <>
              <div className="row">
                <Badge tone={open === items.length ? 'good' : 'bad'}>
                  {t('overview.open', { open, all: items.length })}
                </Badge>
                {stale > 0 ? <Badge tone="warn">{t('overview.stale', { count: stale })}</Badge> : null}
              </div>
              <Facts
                inLines
                facts={[
                  [
                    t('overview.insurance'),
                    <span key="fund" className={isSome(insurance.balance) ? '' : 'bad'}>
                      {grouped(insurance.balance)} {insurance.currency}
                    </span>,
                  ],
                  ...held.map((row): Fact => [
                    t('overview.interest', { symbol: row.contract.symbol }),
                    <Used
                      key={row.contract.market_id}
                      part={String(row.ticker.open_interest_lots)}
                      of={String(row.contract.max_open_interest_lots)}
                    />,
                  ]),
                  [
                    t('overview.lastLiquidation'),
                    last === undefined ? (
                      t('perpetuals.none')
                    ) : (
                      <span key="last">
                        {`${last.symbol} ${word('positionSides', last.direction)} · ${dateTime(last.at_ms)}`}
                        {isSome(last.insurance_paid)
                          ? ` · ${t('overview.fundPaid', { amount: grouped(last.insurance_paid) })}`
                          : ''}
                      </span>
                    ),
                  ],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function fullness({ contract, ticker }: DeskOutput<'GET desk/perpetuals'>['items'][number]): number {
  return ticker.open_interest_lots / contract.max_open_interest_lots;
}

/** Second options: the largest possible payout in each direction, against its limit and the pool. */
export function OptionRisk() {
  const options = useDesk('GET desk/options', {});
  const settings = useDesk('GET desk/settings', {});
  return (
    <Card title={t('nav.options')} actions={<Link to="/options">{t('actions.open')}</Link>}>
      <Loaded query={options}>
        {({ items, funds, open }) => {
          const risks = items.flatMap(risksOf).toSorted((a, b) => b.percent - a.percent);
          return (
            <>
              <div className="row">
                <Badge tone={settings.data?.products.option === false ? 'warn' : 'good'}>
                  {t(settings.data?.products.option === false ? 'overview.off' : 'overview.on')}
                </Badge>
                <span className="quiet">{t('options.open', { count: open })}</span>
              </div>
              <Facts
                inLines
                facts={[
                  ...funds.map((fund): Fact => [
                    t('overview.pool', { currency: fund.currency }),
                    <span key={fund.currency} className={isSome(fund.pool) ? '' : 'bad'}>
                      {t('overview.poolAndEscrow', {
                        pool: grouped(fund.pool),
                        escrow: grouped(fund.escrow),
                      })}
                    </span>,
                  ]),
                  ...risks
                    .slice(0, SHOWN)
                    .map(({ name, part, limit }): Fact => [name, <Used key={name} part={part} of={limit} />]),
                ]}
              />
              {risks.length === 0 ? <p className="quiet">{t('overview.noExposure')}</p> : null}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Each direction of a market and currency for which the house may have to pay. */
function risksOf({ symbol, currencies }: OptionMarket) {
  return currencies.flatMap(one =>
    (['rise', 'fall'] as const).flatMap(direction => {
      const part = direction === 'rise' ? one.exposure_rise : one.exposure_fall;
      if (!isSome(part)) return [];
      const name = `${symbol} ${word('optionDirections', direction)}, ${grouped(part)} ${one.currency}`;
      return [{ name, part, limit: one.exposure_limit, percent: percentOf(part, one.exposure_limit) ?? 0 }];
    }),
  );
}

/** Promises to trust customers are in escrow already; new ones are covered by the treasury. */
export function TrustCover() {
  const house = useDesk('GET desk/house', {});
  const products = useDesk('GET desk/trust_products', {}, { everyMs: SLOW_REFRESH_MS });
  const offered = products.data?.items.filter(({ product }) => product.state === 'open').length ?? 0;
  const short = products.data?.items.filter(({ product }) => product.state === 'sold_out').length ?? 0;
  return (
    <Card title={t('nav.trust')} actions={<Link to="/trust">{t('actions.open')}</Link>}>
      <Loaded query={house}>
        {({ items }) => (
          <>
            <div className="row">
              <Badge tone="good">{t('overview.offered', { count: offered })}</Badge>
              {short > 0 ? <Badge tone="warn">{t('overview.soldOut', { count: short })}</Badge> : null}
            </div>
            <Facts
              inLines
              facts={items
                .filter(one => isSome(one.treasury) || isSome(one.trust_escrow))
                .map((one): Fact => [
                  t('overview.treasury', { currency: one.currency }),
                  t('overview.treasuryAndEscrow', {
                    treasury: grouped(one.treasury),
                    escrow: grouped(one.trust_escrow),
                  }),
                ])}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Running and coming offers, with the next step of each. */
export function Offers() {
  const offers = useDesk('GET desk/launch_offers', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Card title={t('nav.launches')} actions={<Link to="/launches">{t('actions.open')}</Link>}>
      <Loaded query={offers}>
        {({ items }) => {
          const current = items.map(({ offer }) => offer).filter(offer => nextOf(offer) !== null);
          if (current.length === 0) return <p className="quiet">{t('overview.noOffers')}</p>;
          return (
            <Facts
              inLines
              facts={current.map((offer): Fact => [
                `${offer.currency.code} · ${word('launchStates', offer.state)}`,
                `${t('overview.committed', { percent: offer.committed_percent })} · ${nextOf(offer) ?? ''}`,
              ])}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

function nextOf(offer: Offer): string | null {
  switch (offer.state) {
    case 'upcoming':
      return t('overview.starts', { when: dateTime(offer.start_ms) });
    case 'subscribing':
      return t('overview.closes', { when: dateTime(offer.closes_at_ms) });
    case 'sold_out':
    case 'closed':
      return t('overview.launches', { when: dateTime(offer.launch_ms) });
    default:
      return null;
  }
}
