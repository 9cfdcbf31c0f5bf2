import { Smartphone } from 'lucide-react';
import { paths } from '#app/paths.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';

/** Second factor. No account has one yet; the page says what it will ask for. */
export function Page() {
  const { t } = useTranslation('account');
  const { query } = useAfterLogin();
  return (
    <AccountLayout title={t('second.title')} heading={t('second.heading')} text={t('second.text')}>
      <List>
        <Row
          icon={<Smartphone size={20} strokeWidth={1.7} />}
          title={t('second.off')}
          detail={t('second.soon')}
        />
      </List>
      <ButtonLink block to={paths.login.getHref(query)} replace>
        {t('second.back')}
      </ButtonLink>
    </AccountLayout>
  );
}
