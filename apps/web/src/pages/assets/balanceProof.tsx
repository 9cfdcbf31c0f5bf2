import { useSearchParams } from 'react-router';
import { BalanceProofView } from '#features/liability/components/balance-proof.tsx';
import { ReservesBeside } from '#features/reserves/components/reserves-beside.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page as Frame } from '#ui/page.tsx';

const WHOLE = /^[1-9]\d{0,14}$/;

/** What the customer was owed at the newest audit point, or at `point`, checked in the browser. */
export function Page() {
  const { t } = useTranslation('liability');
  const [query, setQuery] = useSearchParams();
  const pointText = query.get('point') ?? '';
  return (
    <Frame title={t('title')} width="narrow">
      <BalanceProofView
        point={WHOLE.test(pointText) ? parseInt(pointText, 10) : undefined}
        onPoint={point => setQuery({ point: String(point) }, { replace: true })}
      >
        <ReservesBeside />
      </BalanceProofView>
    </Frame>
  );
}
