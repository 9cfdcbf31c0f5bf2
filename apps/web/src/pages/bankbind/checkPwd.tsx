import { paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { useGoOn } from '#app/shell/use-go-on.ts';
import { CheckPasswordForm } from '#features/bank/components/check-password-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';

/** The fund password comes before the card. */
export function Page() {
  const { t } = useTranslation('bank');
  const goOn = useGoOn();
  return (
    <Frame title={t('check.title')} width="narrow">
      <CheckPasswordForm onChecked={() => goOn(paths.addBankCard.getHref(), { replace: true })} />
    </Frame>
  );
}
