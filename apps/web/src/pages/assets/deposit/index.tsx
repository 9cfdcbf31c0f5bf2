import { History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useDepositInfo } from '#features/deposit/api/deposit.ts';
import { BankAccount } from '#features/deposit/components/bank-account.tsx';
import { DepositAddress } from '#features/deposit/components/deposit-address.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID, coinIn, coinsFor } from '#lib/funding.ts';
import { useFunding } from '#lib/use-funding.ts';
import { ButtonLink, IconLink } from '#ui/button.tsx';
import { CoinChoice } from '#ui/coin-choice.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** Shows where to send coins or money. Currency and network are stored in the address. */
export function Page() {
  const { t } = useTranslation('deposit');
  const [query, setQuery] = useSearchParams();
  const funding = useFunding();
  const coins = funding.data ? coinsFor(funding.data, 'deposit') : [];
  const coin = coinIn(coins, query.get('currency'));
  const isBank = query.get('currency') === String(BANK_ID) || (funding.data !== undefined && !coin);
  const currencyId = isBank ? BANK_ID : coin?.currency.id;
  const asked = coin?.deposit.find(one => one === query.get('network'));
  const { data, error, refetch, isPlaceholderData } = useDepositInfo(currencyId, isBank ? undefined : asked);
  const choose = (id: string, network?: string) =>
    setQuery({ currency: id, ...(network ? { network } : {}) }, { replace: true });
  const chosen = data?.networks.find(one => one.network === (asked ?? data.address?.network));
  const isCurrent = chosen !== undefined && data?.address?.network === chosen.network;
  const announce = paths.depositCharge.getHref({ currency: currencyId, network: chosen?.network });
  return (
    <Frame
      title={t('title')}
      width="narrow"
      right={
        <IconLink to={paths.records.getHref({ kind: 'deposits' })} label={t('records.title')}>
          <History size={20} />
        </IconLink>
      }
    >
      <div className="stack-4 cols-1">
        {funding.data && currencyId !== undefined ? (
          <CoinChoice
            label={t('currency')}
            coins={coins}
            chosen={currencyId}
            bank={funding.data.bank ? t('bank') : undefined}
            onChoose={id => choose(String(id))}
          />
        ) : null}
        {data && data.networks.length > 0 ? (
          <div className="stack-2 cols-1">
            <span className="soft text-13">{t('network')}</span>
            <Segmented
              label={t('network')}
              value={chosen?.network}
              choices={data.networks.map(one => ({
                value: one.network,
                label: one.network,
                disabled: !one.enabled,
              }))}
              onChange={network => choose(String(coin?.currency.id), network)}
            />
          </div>
        ) : null}
        {data && coin && chosen && isCurrent && data.address ? (
          <DepositAddress currency={coin.currency.code} network={chosen} address={data.address} />
        ) : null}
        {/* Another network's address is on its way: the one before must not be taken for it. */}
        {isPlaceholderData && !isCurrent ? <SkeletonRows count={5} /> : null}
        {data?.bank ? <BankAccount bank={data.bank} /> : null}
        {data && !data.bank && data.address === null ? <p className="note">{t('closed')}</p> : null}
        {(data?.bank ?? (isCurrent ? chosen : undefined)) ? (
          <ButtonLink block to={announce}>
            {t('announce')}
          </ButtonLink>
        ) : null}
        {data ? null : (
          <Pending
            error={error ?? funding.error}
            onRetry={() => void Promise.all([refetch(), funding.refetch()])}
            shape={<SkeletonRows count={5} />}
          />
        )}
      </div>
    </Frame>
  );
}
