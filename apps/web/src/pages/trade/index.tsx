import { CandlestickChart, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { loginHref, paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { SideMenuButton } from '#app/shell/side-menu-button.tsx';
import { TradingDesk, TradingDeskSkeleton, TradingTitle, TradingTools } from '#app/shell/trading-page.tsx';
import { LimitStrip } from '#features/limits/components/limit-strip.tsx';
import { useMarkets, useTicker } from '#features/market/api/markets.ts';
import { MarketPicker } from '#features/market/components/market-picker.tsx';
import { OrderBook } from '#features/market/components/order-book.tsx';
import { usePriceTitle } from '#features/market/components/use-price-title.ts';
import {
  changeTradePreferences,
  useTradePreferences,
} from '#features/market/model/trade-preferences-store.ts';
import { OrderTabs } from '#features/spot/components/order-tabs.tsx';
import { OrderTicket } from '#features/spot/components/order-ticket.tsx';
import { useRestingTicks } from '#features/spot/components/use-own-orders.ts';
import { useTicket } from '#features/spot/components/use-ticket.ts';
import type { Side } from '#features/spot/model/ticket.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PriceChange } from '#ui/amount.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { SpotChartBeside } from './beside.tsx';
import styles from './trade.module.css';

function Heading({ market, onOpen }: { readonly market: WireMarket; readonly onOpen: () => void }) {
  const { t } = useTranslation('market');
  const ticker = useTicker(market.id);
  return (
    <TradingTitle
      label={t('list.title')}
      onOpen={onOpen}
      after={<PriceChange percent={ticker?.change_24h} className={styles['change']} />}
    >
      {market.base.code}
      <span className={styles['quote']}>/{market.quote.code}</span>
    </TradingTitle>
  );
}

function Desk({ market, side }: { readonly market: WireMarket; readonly side: Side }) {
  const { pathname, search } = useLocation();
  const { ticket, dispatch, onClear } = useTicket(market, side);
  const own = useRestingTicks(market);
  const login = loginHref(pathname, search);
  return (
    <>
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
        orders={<OrderTabs market={market} loginHref={login} />}
      />
    </>
  );
}

/** Spot trading: order form, order book, own orders. Visitors see all of it and a way to log in. */
export function Page() {
  const { t } = useTranslation('market');
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useMarkets();
  const { marketId } = useTradePreferences();
  const [picking, setPicking] = useState(false);
  const asked = query.get('market');
  const byId = (id: string | number | undefined | null) =>
    data?.find(({ market }) => String(market.id) === String(id))?.market;
  const market = byId(asked) ?? byId(marketId) ?? data?.[0]?.market;
  const side: Side = query.get('side') === 'sell' ? 'sell' : 'buy';
  const chosenId = market?.id;
  usePriceTitle(market);
  useEffect(() => {
    if (chosenId !== undefined) changeTradePreferences({ marketId: chosenId });
  }, [chosenId]);

  return (
    <Frame
      width="desk"
      left={<SideMenuButton />}
      title={
        market ? (
          <Heading market={market} onOpen={() => setPicking(true)} />
        ) : (
          <Skeleton width={140} height={20} />
        )
      }
      documentTitle={market?.symbol}
      right={
        market ? (
          <TradingTools
            tools={[
              {
                to: paths.option.getHref({ market: market.id }),
                label: t('link.option'),
                icon: <Timer size={20} aria-hidden="true" />,
              },
              {
                to: paths.chart.getHref({ market: market.id }),
                label: t('link.chart'),
                icon: <CandlestickChart size={20} aria-hidden="true" />,
              },
            ]}
          />
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {market ? (
        <Desk key={`${market.id}:${side}`} market={market} side={side} />
      ) : error ? null : (
        <TradingDeskSkeleton height={480} />
      )}
      <MarketPicker
        open={picking}
        currentId={market?.id}
        onPick={picked => {
          setPicking(false);
          setQuery({ market: String(picked.id) }, { replace: true });
        }}
        onClose={() => setPicking(false)}
      />
    </Frame>
  );
}
