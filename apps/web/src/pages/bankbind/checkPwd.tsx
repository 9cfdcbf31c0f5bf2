import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { CheckPasswordForm } from '#features/bank/components/check-password-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';

/** The fund password comes before the card. */
export function Page() {
  const { t } = useTranslation('bank');
  const navigate = useNavigate();
  return (
    <Frame title={t('check.title')} width="narrow">
      <CheckPasswordForm onChecked={() => void navigate(paths.addBankCard.getHref(), { replace: true })} />
    </Frame>
  );
}
