import { ComingPage } from '#features/coming/coming-page.tsx';
import { Meanwhile } from '#features/coming/meanwhile.tsx';

export function Page() {
  return (
    <ComingPage feature="help">
      <Meanwhile />
    </ComingPage>
  );
}
