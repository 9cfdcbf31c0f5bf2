import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useAppConfig } from '#lib/app-config.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FaucetCard } from './faucet-card.tsx';

/** What to do with an empty wallet: the faucet in a demo, else a deposit. */
export function EmptyFunds() {
  const { t } = useTranslation('wallet');
  const config = useAppConfig();
  if (config?.faucet) return <FaucetCard />;
  return (
    <ButtonLink block to={paths.deposit.getHref()}>
      {t('action.deposit')}
    </ButtonLink>
  );
}
