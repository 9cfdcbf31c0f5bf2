import { ComingPage } from '#features/coming/coming-page.tsx';
import { Meanwhile } from '#features/coming/meanwhile.tsx';
import { useTranslation } from '#i18n/use-translation.ts';

export function Page() {
  const { t } = useTranslation('common');
  return (
    <ComingPage feature="help" title={t('menu.contact')}>
      <Meanwhile />
    </ComingPage>
  );
}
