import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { WireTrustOrder } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { VerificationReport } from '#ui/report/report.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { provenQuery } from '../api/proof.ts';

function Checked({ order }: { readonly order: WireTrustOrder }) {
  const { data, error, refetch } = useQuery(provenQuery(order));
  if (error || !data)
    return <Pending error={error} onRetry={refetch} shape={<Skeleton height={320} radius={14} />} />;
  return (
    <div className="stack-4 cols-1">
      <VerificationReport report={data.report} />
      <ProofActions name={`trust-${order.order_id}`} proof={data.file} />
    </div>
  );
}

/** Verifies on this device the interest paid so far, day by day, against the terms. */
export function InterestCheck({
  order,
  onClose,
}: {
  readonly order: WireTrustOrder;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('trust');
  return (
    <Sheet open onClose={onClose} title={t('orders.id', { id: order.order_id })}>
      <Suspense fallback={<Skeleton height={320} radius={14} />}>
        <Checked order={order} />
      </Suspense>
    </Sheet>
  );
}
