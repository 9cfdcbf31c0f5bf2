import { CandlestickChart, ScrollText, Timer } from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { WireContract } from '@tallystick/protocol/wire';
import { loginHref, paths } from '#lib/paths.ts';
import { TradingDesk, TradingPage, useWideDesk } from '#layout/trading-page.tsx';
import { LimitStrip, useStripPlaced } from '#features/limit/components/limit-strip.tsx';
import { useStop } from '#features/limit/components/use-stop.ts';
import { OrderBook } from '#features/market/components/order-book.tsx';
import { TermsStrip } from '#features/market/components/terms-strip.tsx';
import { useTradedContracts } from '#features/perpetual/api/perpetual.ts';
import { ContractStrip } from '#features/perpetual/components/contract-strip.tsx';
import { ContractTop } from '#features/perpetual/components/contract-top.tsx';
import { PerpetualTicket } from '#features/perpetual/components/perpetual-ticket.tsx';
import { NamedPosition } from '#features/perpetual/components/position-sheet.tsx';
import { PositionTabs } from '#features/perpetual/components/position-tabs.tsx';
import { useContractTitle } from '#features/perpetual/components/use-contract-title.ts';
import { useRestingTicks } from '#features/perpetual/components/use-resting.ts';
import { useTicket } from '#features/perpetual/components/use-ticket.ts';
import { contractName, marketOf, type Direction } from '#features/perpetual/model/contract.ts';
import { EmptyFunds } from '#features/wallet/components/empty-funds.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ContractChartBeside } from '../trade/beside.tsx';
import { useChosen } from '../trade/use-chosen.ts';
import { useNamed } from '../trade/use-named.ts';
import { ContractPicker } from './contract-picker.tsx';
import styles from './lever.module.css';

/** Rows of the book that make it as high as the form beside it. */
const ROWS = 18;
const ROWS_WITH_STOPS = 26;

function Desk({ contract, direction }: { readonly contract: WireContract; readonly direction: Direction }) {
  const { t } = useTranslation('limit');
  const { pathname, search } = useLocation();
  const control = useTicket(contract, direction);
  const { dispatch } = control;
  const isWide = useWideDesk();
  const market = marketOf(contract);
  const own = useRestingTicks(market);
  const stop = useStop();
  const named = useNamed('position');
  const login = loginHref(pathname, search);
  const { quote } = contract;
  const orders = useRef<HTMLDivElement>(null);
  return (
    <>
      <ContractStrip contract={contract} />
      <TermsStrip of={contract} kind="perpetual" />
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
            stop={stop}
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
        orders={<PositionTabs contract={contract} loginHref={login} openingStop={stop} />}
      />
      {named.id === undefined ? null : (
        <NamedPosition positionId={named.id} contract={contract} onClose={named.close} />
      )}
      <p className="text-center mt-2">
        <Link to={paths.limits.getHref()} className="quiet-link">
          {t('title')}
        </Link>
      </p>
    </>
  );
}

/** Perpetual contracts: order form, order book, positions. Visitors see all of it and a link to log in. */
export function Page() {
  const { t } = useTranslation(['perpetual', 'market']);
  const [query] = useSearchParams();
  const isStripPlaced = useStripPlaced();
  const list = useTradedContracts();
  const { chosen, chosenId, choose } = useChosen(list.data?.items, item => item.contract.market_id);
  const contract = chosen?.contract;
  const direction: Direction = query.get('direction') === 'short' ? 'short' : 'long';
  useContractTitle(contract);

  return (
    <TradingPage
      heading={
        contract && (
          <>
            {contractName(contract)} <span className={styles['kind']}>{t('perpetual:perpetual')}</span>
          </>
        )
      }
      pickLabel={t('perpetual:picker.title')}
      documentTitle={contract && t('perpetual:name', { contract: contractName(contract) })}
      tools={[
        {
          to: paths.option.getHref({ market: chosenId }),
          label: t('perpetual:link.option'),
          icon: <Timer size={20} aria-hidden="true" />,
          isSpare: true,
        },
        {
          to: paths.contractDetails.getHref({ market: chosenId }),
          label: t('perpetual:link.details'),
          icon: <ScrollText size={20} aria-hidden="true" />,
        },
        {
          to: paths.chart.getHref({ market: chosenId, product: 'contract' }),
          label: t('perpetual:link.chart'),
          icon: <CandlestickChart size={20} aria-hidden="true" />,
        },
      ]}
      list={list}
      chosenId={chosenId}
      choose={choose}
      Picker={ContractPicker}
      height={560}
      isWaiting={!isStripPlaced}
    >
      {contract ? (
        <Desk key={`${contract.market_id}:${direction}`} contract={contract} direction={direction} />
      ) : null}
    </TradingPage>
  );
}
