import { ComingPage } from '#features/coming/coming-page.tsx';

export function Page() {
  return <ComingPage feature="trust" />;
}
