import { CandlestickChart, Timer } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { loginHref, paths } from '#lib/paths.ts';
import { TradingDesk, TradingPage } from '#layout/trading-page.tsx';
import { LimitStrip, useStripPlaced } from '#features/limit/components/limit-strip.tsx';
import { useStop } from '#features/limit/components/use-stop.ts';
import { useMarkets, useTicker } from '#features/market/api/markets.ts';
import { MarketPicker } from '#features/market/components/market-picker.tsx';
import { OrderBook } from '#features/market/components/order-book.tsx';
import { TermsStrip } from '#features/market/components/terms-strip.tsx';
import { usePriceTitle } from '#features/market/components/use-price-title.ts';
import { NamedOrder } from '#features/spot/components/order-sheet.tsx';
import { OrderTabs } from '#features/spot/components/order-tabs.tsx';
import { OrderTicket } from '#features/spot/components/order-ticket.tsx';
import { useRestingTicks } from '#features/spot/components/use-own-orders.ts';
import { useTicket } from '#features/spot/components/use-ticket.ts';
import type { Side } from '#features/spot/model/order-types.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PriceChange } from '#ui/amount.tsx';
import { SpotChartBeside } from './beside.tsx';
import styles from './trade.module.css';
import { useChosen } from './use-chosen.ts';
import { useNamed } from './use-named.ts';

/** A separate component, so that the page does not render again with every trade. */
function Change({ marketId }: { readonly marketId: number | undefined }) {
  return <PriceChange percent={useTicker(marketId)?.change_24h} className={styles['change']} />;
}

function Desk({
  market,
  markets,
  side,
}: {
  readonly market: WireMarket;
  readonly markets: readonly WireMarket[];
  readonly side: Side;
}) {
  const { pathname, search } = useLocation();
  const { ticket, dispatch, onClear } = useTicket(market, side);
  const own = useRestingTicks(market);
  const buyingStop = useStop();
  const named = useNamed('order');
  const login = loginHref(pathname, search);
  return (
    <>
      <TermsStrip of={market} kind="spot" />
      <LimitStrip to={paths.limits.getHref()} />
      <TradingDesk
        chart={<SpotChartBeside market={market} />}
        ticket={
          <OrderTicket
            market={market}
            ticket={ticket}
            dispatch={dispatch}
            onClear={onClear}
            loginHref={login}
            buyingStop={buyingStop}
            feesHref={paths.chart.getHref({ market: market.id, panel: 'about' })}
            fundsHref={paths.transfer.getHref({
              currency: (ticket.side === 'buy' ? market.quote : market.base).id,
            })}
          />
        }
        book={
          <OrderBook
            market={market}
            own={own}
            onTap={tap =>
              dispatch(
                tap.kind === 'price'
                  ? { type: 'priceTapped', price: tap.price }
                  : { type: 'quantityTapped', quantity: tap.quantity },
              )
            }
          />
        }
        orders={<OrderTabs market={market} markets={markets} loginHref={login} />}
      />
      {named.id === undefined ? null : <NamedOrder orderId={named.id} onClose={named.close} />}
    </>
  );
}

/** Spot trading: order form, order book, own orders. Visitors see all of it and a link to log in. */
export function Page() {
  const { t } = useTranslation('market');
  const [query] = useSearchParams();
  const isStripPlaced = useStripPlaced();
  const list = useMarkets();
  const { chosen, chosenId, choose } = useChosen(list.data, item => item.market.id);
  const market = chosen?.market;
  const markets = useMemo(() => list.data?.map(item => item.market) ?? [], [list.data]);
  const side: Side = query.get('side') === 'sell' ? 'sell' : 'buy';
  usePriceTitle(market);

  return (
    <TradingPage
      heading={
        market && (
          <>
            {market.base.code}
            <span className="quiet weight-500">/{market.quote.code}</span>
          </>
        )
      }
      pickLabel={t('list.title')}
      after={<Change marketId={chosenId} />}
      documentTitle={market?.symbol}
      tools={[
        {
          to: paths.option.getHref({ market: chosenId }),
          label: t('link.option'),
          icon: <Timer size={20} aria-hidden="true" />,
        },
        {
          to: paths.chart.getHref({ market: chosenId }),
          label: t('link.chart'),
          icon: <CandlestickChart size={20} aria-hidden="true" />,
        },
      ]}
      list={list}
      chosenId={chosenId}
      choose={choose}
      Picker={MarketPicker}
      height={480}
      isWaiting={!isStripPlaced}
    >
      {market ? <Desk key={`${market.id}:${side}`} market={market} markets={markets} side={side} /> : null}
    </TradingPage>
  );
}
