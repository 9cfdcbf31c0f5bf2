import { Compass } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

export function Page() {
  const { t } = useTranslation('common');
  return (
    <Frame title={t('notFound.title')} width="narrow">
      <EmptyState
        icon={<Compass size={28} strokeWidth={1.6} />}
        title={t('notFound.title')}
        action={<ButtonLink to={paths.home.getHref()}>{t('actions.goHome')}</ButtonLink>}
      >
        {t('notFound.text')}
      </EmptyState>
    </Frame>
  );
}
