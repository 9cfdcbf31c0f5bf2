import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { BalanceProofView } from '#features/liability/components/balance-proof.tsx';
import { InLogMark } from '#features/public-log/components/in-log-mark.tsx';
import { PublicHeadCard } from '#features/public-log/components/public-head.tsx';
import { useInLog } from '#features/public-log/components/use-in-log.ts';
import { usePublicWatch } from '#features/public-log/components/use-public-watch.ts';
import { useReserves, type NewestReserves } from '#features/reserves/api/calls.ts';
import { ReservesBeside } from '#features/reserves/components/reserves-beside.tsx';
import { readRecords, type OwnRecord } from '#features/reserves/model/shown.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { exchangeOf, type PublicLogTrust } from '#lib/public-log-trust.ts';
import { Page as Frame } from '#ui/page.tsx';

const WHOLE = /^[1-9]\d{0,14}$/;

/** What the customer was owed at the newest audit point, or at `point`, checked in the browser. */
export function Page() {
  const { t } = useTranslation('liability');
  const [query, setQuery] = useSearchParams();
  const watch = usePublicWatch();
  const { data: reserves } = useReserves();
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
          renderBeside={of =>
            reserves?.published && <Reserves newest={reserves} of={of} trust={watch.trust} />
          }
        />
        {watch.state === 'alarm' ? null : <PublicHeadCard watch={watch} />}
      </div>
    </Frame>
  );
}

/** The reserves that were published last, looked for in the log. */
function Reserves({
  newest: { published, mode, origin: said },
  of,
  trust,
}: {
  readonly newest: NewestReserves;
  readonly of: OwnRecord | null;
  readonly trust: PublicLogTrust | null;
}) {
  const origin = exchangeOf(trust, said);
  const read = useMemo(() => published && readRecords(published, origin), [published, origin]);
  const { state } = useInLog(published === null ? [] : [published.reserves, published.liabilities], trust);
  return (
    <>
      <ReservesBeside
        read={state === 'wrong' ? null : read}
        isDemo={mode === 'demo'}
        isSure={state === 'right'}
        of={of}
      />
      <InLogMark state={state} size={trust?.size ?? 0} />
    </>
  );
}
