import { CandlestickChart, ScrollText, Timer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { WireContract } from '@tallystick/protocol/wire';
import { loginHref, paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { SideMenuButton } from '#app/shell/side-menu-button.tsx';
import {
  TradingDesk,
  TradingDeskSkeleton,
  TradingTitle,
  TradingTools,
  useWideDesk,
} from '#app/shell/trading-page.tsx';
import { LimitStrip } from '#features/limits/components/limit-strip.tsx';
import { OrderBook } from '#features/market/components/order-book.tsx';
import {
  changeTradePreferences,
  useTradePreferences,
} from '#features/market/model/trade-preferences-store.ts';
import { useContracts } from '#features/perpetual/api/perpetual.ts';
import { ContractPicker } from '#features/perpetual/components/contract-picker.tsx';
import { ContractStrip } from '#features/perpetual/components/contract-strip.tsx';
import { ContractTop } from '#features/perpetual/components/contract-top.tsx';
import { PerpetualTicket } from '#features/perpetual/components/perpetual-ticket.tsx';
import { PositionTabs } from '#features/perpetual/components/position-tabs.tsx';
import { useContractTitle } from '#features/perpetual/components/use-contract-title.ts';
import { useRestingTicks } from '#features/perpetual/components/use-resting.ts';
import { useTicket } from '#features/perpetual/components/use-ticket.ts';
import { contractName, marketOf, type Direction } from '#features/perpetual/model/contract.ts';
import { EmptyFunds } from '#features/wallet/components/empty-funds.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { ContractChartBeside } from '../trade/beside.tsx';
import styles from './lever.module.css';

/** The book is as high as the form beside it. */
const ROWS = 16;
const ROWS_WITH_STOPS = 24;

function Desk({ contract, direction }: { readonly contract: WireContract; readonly direction: Direction }) {
  const { t } = useTranslation('limits');
  const { pathname, search } = useLocation();
  const control = useTicket(contract, direction);
  const { dispatch } = control;
  const isWide = useWideDesk();
  const market = marketOf(contract);
  const own = useRestingTicks(market);
  const login = loginHref(pathname, search);
  const { quote } = contract;
  const orders = useRef<HTMLDivElement>(null);
  return (
    <>
      <ContractStrip contract={contract} />
      <LimitStrip to={paths.limits.getHref()} showsRemaining />
      <ContractTop
        contract={contract}
        otherwise={<EmptyFunds />}
        onOpen={() => orders.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })}
      />
      <TradingDesk
        chart={<ContractChartBeside contract={contract} />}
        ticket={
          <PerpetualTicket
            {...control}
            contract={contract}
            loginHref={login}
            fundsHref={paths.transfer.getHref({ currency: quote.id, from: 'spot', to: 'contract' })}
            detailsHref={paths.contractDetails.getHref({ market: contract.market_id })}
          />
        }
        book={
          <OrderBook
            market={market}
            kind="perpetual"
            rows={isWide || !control.ticket.hasStops ? ROWS : ROWS_WITH_STOPS}
            own={own}
            onTap={tap =>
              dispatch(
                tap.kind === 'price'
                  ? { type: 'priceTapped', price: tap.price }
                  : { type: 'quantityTapped', quantity: tap.quantity, contract },
              )
            }
          />
        }
        ordersRef={orders}
        orders={<PositionTabs contract={contract} loginHref={login} />}
      />
      <Link to={paths.limits.getHref()} className="quiet-link">
        {t('title')}
      </Link>
    </>
  );
}

/** Perpetual contracts: order form, order book, positions. Visitors see all of it and a way to log in. */
export function Page() {
  const { t } = useTranslation(['perpetual', 'market']);
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useContracts();
  const { marketId } = useTradePreferences();
  const [picking, setPicking] = useState(false);
  const asked = query.get('market');
  const byId = (id: string | number | undefined | null) =>
    data?.items.find(({ contract }) => String(contract.market_id) === String(id))?.contract;
  const contract = byId(asked) ?? byId(marketId) ?? data?.items[0]?.contract;
  const direction: Direction = query.get('direction') === 'short' ? 'short' : 'long';
  const chosenId = contract?.market_id;
  useContractTitle(contract);
  useEffect(() => {
    if (chosenId !== undefined) changeTradePreferences({ marketId: chosenId });
  }, [chosenId]);

  return (
    <Frame
      width="desk"
      left={<SideMenuButton />}
      title={
        contract ? (
          <TradingTitle label={t('perpetual:picker.title')} onOpen={() => setPicking(true)}>
            {contractName(contract)} <span className={styles['kind']}>{t('perpetual:perpetual')}</span>
          </TradingTitle>
        ) : (
          <Skeleton width={140} height={20} />
        )
      }
      documentTitle={contract && t('perpetual:name', { contract: contractName(contract) })}
      right={
        contract ? (
          <TradingTools
            tools={[
              {
                to: paths.option.getHref({ market: contract.market_id }),
                label: t('perpetual:link.option'),
                icon: <Timer size={20} aria-hidden="true" />,
                isSpare: true,
              },
              {
                to: paths.contractDetails.getHref({ market: contract.market_id }),
                label: t('perpetual:link.details'),
                icon: <ScrollText size={20} aria-hidden="true" />,
              },
              {
                to: paths.chart.getHref({ market: contract.market_id, product: 'contract' }),
                label: t('perpetual:link.chart'),
                icon: <CandlestickChart size={20} aria-hidden="true" />,
              },
            ]}
          />
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {contract ? (
        <Desk key={`${contract.market_id}:${direction}`} contract={contract} direction={direction} />
      ) : error ? null : (
        <TradingDeskSkeleton height={560} />
      )}
      <ContractPicker
        open={picking}
        currentId={contract?.market_id}
        onPick={picked => {
          setPicking(false);
          setQuery({ market: String(picked.market_id) }, { replace: true });
        }}
        onClose={() => setPicking(false)}
      />
    </Frame>
  );
}
