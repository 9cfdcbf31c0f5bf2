import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './actions.module.css';

/** The three ways funds move, as on home. */
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

const iconProps = { size: 20, strokeWidth: 1.8, 'aria-hidden': true } as const;

/** The same and the records, with pictures. */
export function FundActions() {
  const { t } = useTranslation('wallet');
  const actions = [
    { to: paths.deposit.getHref(), label: t('action.deposit'), icon: <ArrowDownToLine {...iconProps} /> },
    { to: paths.withdraw.getHref(), label: t('action.withdraw'), icon: <ArrowUpFromLine {...iconProps} /> },
    { to: paths.transfer.getHref(), label: t('action.transfer'), icon: <ArrowLeftRight {...iconProps} /> },
    { to: paths.records.getHref(), label: t('action.records'), icon: <ReceiptText {...iconProps} /> },
  ];
  return (
    <ul className={styles['actions']}>
      {actions.map(({ to, label, icon }, index) => (
        <li key={to}>
          <Link to={to} className={styles['action']}>
            <span className={styles['disc']} data-main={index === 0}>
              {icon}
            </span>
            <span className="caption">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
