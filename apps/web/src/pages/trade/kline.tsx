import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { TradingTitle } from '#layout/trading-page.tsx';
import { useMarkets, useTicker } from '#features/market/api/markets.ts';
import { DayFigures } from '#features/market/components/day-figures.tsx';
import { DepthChart } from '#features/market/components/depth-chart.tsx';
import { FavouriteButton } from '#features/market/components/favourite-button.tsx';
import { LastPrice } from '#features/market/components/last-price.tsx';
import { MarketFacts } from '#features/market/components/market-facts.tsx';
import { MarketPicker } from '#features/market/components/market-picker.tsx';
import { PriceAge } from '#features/market/components/price-age.tsx';
import { TradesList } from '#features/market/components/trades-list.tsx';
import { usePriceTitle } from '#features/market/components/use-price-title.ts';
import { useTradePreferences } from '#features/market/model/trade-preferences-store.ts';
import { useContracts, usePerpetualTicker } from '#features/perpetual/api/perpetual.ts';
import { ContractStrip } from '#features/perpetual/components/contract-strip.tsx';
import { AlertButton } from '#layout/price-alert.tsx';
import { contractName, marketOf } from '#features/perpetual/model/contract.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import type { BookKind } from '#realtime/topics.ts';
import { PriceChange } from '#ui/amount.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { formatPrice } from '#ui/format.ts';
import { Tabs } from '#ui/segmented.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { ContractPicker } from '../lever/contract-picker.tsx';
import { ContractChart, SpotChart } from './charts.tsx';
import styles from './kline.module.css';

const PANELS = ['depth', 'trades', 'funding', 'about'] as const;
type Panel = (typeof PANELS)[number];

function Head({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('market');
  const ticker = useTicker(market.id);
  return (
    <div className={styles['head']}>
      <div>
        <LastPrice market={market} size="large" />
        <div className={styles['under']}>
          <PriceChange percent={ticker?.change_24h} className="text-13 weight-600" />
          <span className="quiet text-12 leading-20">
            {t('day.index', { price: formatPrice(ticker?.index_price, unitsOf(market).priceDecimals) })}
          </span>
          {ticker?.stale ? <PriceAge atMs={ticker.at_ms} /> : null}
        </div>
      </div>
      <DayFigures market={market} ticker={ticker} />
    </div>
  );
}

/** Panels that are of spot or of contracts only. */
const ONLY: Readonly<Partial<Record<Panel, BookKind>>> = { about: 'spot', funding: 'perpetual' };

/** Loaded when it is first looked at. */
const FundingChart = lazy(async () => ({
  default: (await import('#features/perpetual/components/funding-chart.tsx')).FundingChart,
}));

function Below({
  market,
  kind,
  contract,
}: {
  readonly market: WireMarket;
  readonly kind: BookKind;
  readonly contract?: WireContract;
}) {
  const { t } = useTranslation(['market', 'perpetual']);
  const [query] = useSearchParams();
  const asked = PANELS.find(name => name === query.get('panel'));
  const section = useRef<HTMLElement>(null);
  const [panel, setPanel] = useState<Panel>(asked ?? 'depth');
  useEffect(() => {
    if (asked) section.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  const panelId = useId();
  const nameOf = (name: Panel) => (name === 'funding' ? t('perpetual:fundingChart.tab') : t(`panel.${name}`));
  return (
    <section ref={section} className={styles['below']} aria-label={t('panel.label')}>
      <Tabs
        label={t('panel.label')}
        panelId={panelId}
        value={panel}
        onChange={setPanel}
        choices={PANELS.filter(value => (ONLY[value] ?? kind) === kind).map(value => ({
          value,
          label: nameOf(value),
        }))}
      />
      <div id={panelId} role="tabpanel" aria-label={nameOf(panel)} className={styles['panel']}>
        {panel === 'depth' ? <DepthChart market={market} kind={kind} /> : null}
        {panel === 'trades' ? <TradesList market={market} kind={kind} /> : null}
        {panel === 'about' ? <MarketFacts market={market} /> : null}
        {panel === 'funding' && contract ? (
          <Suspense fallback={<Skeleton height={280} radius={14} />}>
            <FundingChart contract={contract} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

function Content({ market }: { readonly market: WireMarket }) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <Head market={market} />
        <SpotChart market={market} />
      </div>
      <Below market={market} kind="spot" />
    </div>
  );
}

function ContractHead({ contract }: { readonly contract: WireContract }) {
  const market = marketOf(contract);
  const ticker = usePerpetualTicker(contract.market_id);
  return (
    <div className={styles['head']}>
      <div>
        <LastPrice market={market} kind="perpetual" size="large" />
        <div className={styles['under']}>
          <PriceChange percent={ticker?.change_24h} className="text-13 weight-600" />
        </div>
      </div>
      <DayFigures market={market} ticker={ticker} />
    </div>
  );
}

/** A perpetual contract: its candles with the customer's position lines, its own book and its funding. */
function ContractContent({ contract }: { readonly contract: WireContract }) {
  const own = marketOf(contract);
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        <ContractHead contract={contract} />
        <ContractStrip contract={contract} />
        <ContractChart contract={contract} />
      </div>
      <Below market={own} kind="perpetual" contract={contract} />
    </div>
  );
}

function SpotFooter({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('spot');
  return (
    <>
      <ButtonLink tone="up" to={paths.trade.getHref({ market: market.id, side: 'buy' })}>
        {t('side.buy')}
      </ButtonLink>
      <ButtonLink tone="down" to={paths.trade.getHref({ market: market.id, side: 'sell' })}>
        {t('side.sell')}
      </ButtonLink>
    </>
  );
}

function ContractFooter({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const market = contract.market_id;
  return (
    <>
      <ButtonLink tone="up" to={paths.contract.getHref({ market, direction: 'long' })}>
        {t('direction.long')}
      </ButtonLink>
      <ButtonLink tone="down" to={paths.contract.getHref({ market, direction: 'short' })}>
        {t('direction.short')}
      </ButtonLink>
    </>
  );
}

/** Chart, depth, trades and rules of a market or of its contract, with links to buy and sell. */
export function Page() {
  const { t } = useTranslation(['perpetual', 'market']);
  const [query, setQuery] = useSearchParams();
  const [picking, setPicking] = useState(false);
  const ofContract = query.get('product') === 'contract';
  const contracts = useContracts(ofContract);
  const { data, error, refetch } = useMarkets();
  const { marketId } = useTradePreferences();
  const asked = query.get('market') ?? String(marketId);
  const market = data?.find(item => String(item.market.id) === asked)?.market ?? data?.[0]?.market;
  const contract = ofContract
    ? contracts.data?.items.find(item => item.contract.market_id === market?.id)?.contract
    : undefined;
  const isWaiting = ofContract && contracts.isPending;
  usePriceTitle(market);
  const Picker = contract ? ContractPicker : MarketPicker;
  const pick = (id: number) => {
    setPicking(false);
    setQuery({ ...Object.fromEntries(query), market: String(id) }, { replace: true });
  };
  return (
    <Frame
      width="wide"
      title={
        market ? (
          <TradingTitle
            label={t(contract ? 'perpetual:picker.title' : 'market:list.title')}
            onOpen={() => setPicking(true)}
          >
            {contract ? (
              <>
                {contractName(contract)} <span className={styles['kind']}>{t('perpetual:perpetual')}</span>
              </>
            ) : (
              <>
                {market.base.code}
                <span className={styles['quote']}>/{market.quote.code}</span>
              </>
            )}
          </TradingTitle>
        ) : (
          <Skeleton width={120} height={20} />
        )
      }
      documentTitle={market?.symbol}
      right={
        market ? (
          <>
            <AlertButton key={market.id} market={market} />
            <FavouriteButton marketId={market.id} symbol={market.symbol} className={styles['star']} />
          </>
        ) : null
      }
      footer={
        contract ? (
          <ContractFooter contract={contract} />
        ) : market ? (
          <SpotFooter market={market} />
        ) : undefined
      }
    >
      {market && contract ? <ContractContent key={market.id} contract={contract} /> : null}
      {market && !contract && !isWaiting ? <Content key={market.id} market={market} /> : null}
      {!market && error ? <ErrorState error={error} onRetry={refetch} /> : null}
      {(!market && !error) || isWaiting ? <Skeleton height={560} radius={14} /> : null}
      <Picker open={picking} currentId={market?.id} onPick={pick} onClose={() => setPicking(false)} />
    </Frame>
  );
}
