import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { optionQuery } from '#features/option/api/options.ts';
import { OptionReceipt } from '#features/option/components/option-receipt.tsx';
import { useResults } from '#features/option/components/use-running.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { unitsOf } from '#lib/market-units.ts';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';

const MOST_DECIMALS = 8;

/** One of the customer's options: its terms, its ticks, its result, and how to check them. */
export function Page() {
  const { t } = useTranslation('option');
  const [query] = useSearchParams();
  const idText = query.get('id') ?? '';
  const optionId = /^[1-9]\d{0,14}$/.test(idText) ? parseInt(idText, 10) : undefined;
  // Keeps the option current while it runs. This page shows its result itself, and announces no other option's.
  useResults(optionId ?? 0);
  const { data: markets } = useMarkets();
  const {
    data: option,
    error,
    refetch,
  } = useQuery({
    ...optionQuery(optionId ?? 0),
    enabled: optionId !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'settled' ? 2_000 : false),
  });
  const market = markets?.find(listed => listed.market.id === option?.market_id)?.market;
  const isUnknown = optionId === undefined || (error instanceof ApiError && error.code === 'unknown_option');
  return (
    <Frame title={t('detail.title', { id: optionId ?? '—' })} width="narrow">
      {option ? (
        <OptionReceipt
          option={option}
          priceDecimals={market ? unitsOf(market).priceDecimals : MOST_DECIMALS}
          proofHref={paths.proof.getHref({ option: option.option_id })}
          tickHref={tick => paths.proof.getHref({ tick })}
          backHref={paths.option.getHref({ market: option.market_id })}
        />
      ) : isUnknown ? (
        <EmptyState title={t('detail.missing')} />
      ) : (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={420} radius={14} />} />
      )}
    </Frame>
  );
}
