import { useSearchParams } from 'react-router';
import { BalanceProofView } from '#features/liability/components/balance-proof.tsx';
import { PublicHeadCard } from '#features/public-log/components/public-head.tsx';
import { usePublicWatch } from '#features/public-log/components/use-public-watch.ts';
import { ReservesBeside } from '#features/reserves/components/reserves-beside.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page as Frame } from '#ui/page.tsx';

const WHOLE = /^[1-9]\d{0,14}$/;

/** What the customer was owed at the newest audit point, or at `point`, checked in the browser. */
export function Page() {
  const { t } = useTranslation('liability');
  const [query, setQuery] = useSearchParams();
  const watch = usePublicWatch();
  const pointText = query.get('point') ?? '';
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4 cols-1">
        {watch.state === 'alarm' ? <PublicHeadCard watch={watch} /> : null}
        <BalanceProofView
          point={WHOLE.test(pointText) ? parseInt(pointText, 10) : undefined}
          onPoint={point => setQuery({ point: String(point) }, { replace: true })}
          trust={watch.trust}
          logState={watch.state}
          beside={record => <ReservesBeside trust={watch.trust} of={record} />}
        />
        {watch.state === 'alarm' ? null : <PublicHeadCard watch={watch} />}
      </div>
    </Frame>
  );
}
