import { Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { formatDecimal } from '#ui/format.ts';
import { stakesOf } from '../model/escrow.ts';
import styles from './escrow-note.module.css';
import { useRunning } from './use-running.ts';

/** In the option account: the stakes of running options, which are in no account until settlement. */
export function EscrowNote({ to }: { readonly to: string }) {
  const { t } = useTranslation('option');
  const { hideBalances } = useSettings();
  const running = useRunning('real');
  if (!running || running.length === 0) return null;
  const amounts = stakesOf(running)
    .map(([currency, stake]) => `${hideBalances ? '••••' : formatDecimal(stake)} ${currency}`)
    .join(' + ');
  return (
    <section className={`${styles['note']} raised`} aria-label={t('escrow.title')}>
      <Hourglass size={18} strokeWidth={1.8} aria-hidden="true" />
      <div className="grow">
        <h2 className="text-13 leading-20">{t('escrow.title')}</h2>
        <p className={styles['amount']}>{t('escrow.amount', { amount: amounts })}</p>
        <p className="soft text-12 leading-17">{t('escrow.text')}</p>
        <Link to={to} className="text-link">
          {t('escrow.open')}
        </Link>
      </div>
    </section>
  );
}
