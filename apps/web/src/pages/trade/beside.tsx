import { lazy, Suspense, type ComponentProps } from 'react';
import { loadNamespaces } from '#i18n/setup.ts';
import { Skeleton } from '#ui/states.tsx';

/** Charts beside a form. Fetched with their texts only where shown, so phones do not load them. */
const load = async () =>
  (await Promise.all([import('./charts.tsx'), loadNamespaces(['chart', 'display'])]))[0];
const SpotChart = lazy(async () => ({ default: (await load()).SpotChart }));
const ContractChart = lazy(async () => ({ default: (await load()).ContractChart }));

const place = <Skeleton height={510} radius={14} />;

export function SpotChartBeside(props: ComponentProps<typeof SpotChart>) {
  return (
    <Suspense fallback={place}>
      <SpotChart {...props} />
    </Suspense>
  );
}

export function ContractChartBeside(props: ComponentProps<typeof ContractChart>) {
  return (
    <Suspense fallback={place}>
      <ContractChart {...props} />
    </Suspense>
  );
}
