import { useTranslation } from 'react-i18next';
import { Page as Frame } from '#app/shell/page.tsx';

export function Page() {
  const { t } = useTranslation('common');
  return <Frame title={t('tabs.assets')}>{null}</Frame>;
}
