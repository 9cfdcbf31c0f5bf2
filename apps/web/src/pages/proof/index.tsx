import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ScrollText } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { GoodwillTotals } from '#features/price-log/components/goodwill-totals.tsx';
import { LogView } from '#features/price-log/components/log-view.tsx';
import { ProfitWithdrawals } from '#features/price-log/components/profit-withdrawals.tsx';
import { PublicHeadCard } from '#features/public-log/components/public-head.tsx';
import { usePublicWatch } from '#features/public-log/components/use-public-watch.ts';
import { OptionProof } from '#features/price-log/components/option-proof.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';

/** The public log's newest head, which has this log's heads in it. */
function PublicLogLink() {
  const { t } = useTranslation('records');
  const watch = usePublicWatch();
  return (
    <>
      <PublicHeadCard watch={watch} />
      <ButtonLink
        tone="plain"
        to={paths.publicLog.getHref()}
        icon={<ScrollText size={18} aria-hidden="true" />}
      >
        {t('open')}
      </ButtonLink>
    </>
  );
}

const WHOLE = /^[1-9]\d{0,14}$/;

/**
 * With `option`: the proof of one of the customer's options. Without: the price log that all options use; `tick` opens
 * it at that price.
 */
export function Page() {
  const { t } = useTranslation(['prices', 'option']);
  const [query] = useSearchParams();
  const { data: markets } = useMarkets();
  const isCustomer = useSession() !== undefined;
  const idText = query.get('option') ?? '';
  const tickText = query.get('tick') ?? '';
  const symbols = useMemo(
    () => new Map((markets ?? []).map(({ market }) => [market.id, market.symbol])),
    [markets],
  );
  if (!isCustomer || !WHOLE.test(idText)) {
    return (
      <Frame title={t('logTitle')} width="narrow">
        <div className="stack-3">
          <LogView
            key={tickText}
            symbols={symbols}
            tick={WHOLE.test(tickText) ? parseInt(tickText, 10) : undefined}
          />
          <PublicLogLink />
          <GoodwillTotals />
          <ProfitWithdrawals />
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-3">
        <OptionProof key={idText} optionId={parseInt(idText, 10)} />
        <ButtonLink
          tone="plain"
          to={paths.proof.getHref()}
          icon={<ScrollText size={18} aria-hidden="true" />}
        >
          {t('actions.log')}
        </ButtonLink>
      </div>
    </Frame>
  );
}
