import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { CheckPasswordForm } from '#features/bank/components/check-password-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';

/** Checks the fund password before the bank card's form. */
export function Page() {
  const { t } = useTranslation('bank');
  const goOn = useGoOn();
  return (
    <Frame title={t('check.title')} width="narrow">
      <CheckPasswordForm onChecked={() => goOn(paths.addBankCard.getHref(), { replace: true })} />
    </Frame>
  );
}
