import { useMemo } from 'react';
import { MarketPicker, PickerBody, type PickerProps } from '#features/market/components/market-picker.tsx';
import { useContracts } from '#features/perpetual/api/perpetual.ts';
import { contractName, marketOf } from '#features/perpetual/model/contract.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';

const all = (tickers: PerpetualTickersById) => tickers;

function Contracts(props: Pick<PickerProps, 'currentId' | 'onPick'>) {
  const { data, isPending } = useContracts();
  const live = useTopic(perpetualTickersTopic(), all);
  const contracts = useMemo(
    () =>
      (data?.items ?? []).map(({ contract, ticker }) => ({
        market: marketOf(contract),
        ticker: live?.get(contract.market_id) ?? ticker,
        name: { main: contractName(contract), quiet: '' },
      })),
    [data, live],
  );
  return <PickerBody {...props} markets={contracts} isPending={isPending} />;
}

/** A sheet with all perpetual contracts. */
export function ContractPicker(props: PickerProps) {
  const { t } = useTranslation('perpetual');
  return (
    <MarketPicker {...props} title={t('picker.title')}>
      <Contracts currentId={props.currentId} onPick={props.onPick} />
    </MarketPicker>
  );
}
