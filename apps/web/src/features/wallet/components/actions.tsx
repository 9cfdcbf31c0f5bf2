import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ReceiptText } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { IconLinks } from '#ui/icon-links.tsx';
import styles from './actions.module.css';

/** The three actions to move funds, as on the home page. */
export function FundButtons() {
  const { t } = useTranslation('wallet');
  return (
    <div className={styles['buttons']}>
      <ButtonLink size="small" to={paths.deposit.getHref()}>
        {t('action.deposit')}
      </ButtonLink>
      <ButtonLink size="small" tone="quiet" to={paths.transfer.getHref()}>
        {t('action.transfer')}
      </ButtonLink>
      <ButtonLink size="small" tone="quiet" to={paths.withdraw.getHref()}>
        {t('action.withdraw')}
      </ButtonLink>
    </div>
  );
}

/** The same plus the records, with icons. */
export function FundActions() {
  const { t } = useTranslation('wallet');
  return (
    <IconLinks
      main
      links={[
        [paths.deposit.getHref(), t('action.deposit'), ArrowDownToLine],
        [paths.withdraw.getHref(), t('action.withdraw'), ArrowUpFromLine],
        [paths.transfer.getHref(), t('action.transfer'), ArrowLeftRight],
        [paths.records.getHref(), t('action.records'), ReceiptText],
      ]}
    />
  );
}
