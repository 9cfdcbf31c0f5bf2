import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/states.tsx';
import styles from './option-ticket.module.css';
import { TicketPreview } from './ticket-preview.tsx';

const NOTHING_KNOWN = { stake: undefined, payout: undefined, neededPercent: undefined };

/**
 * The form while its terms load. Parts that do not depend on terms are already rendered and the rest has its height, so
 * that nothing below moves when the terms arrive.
 */
export function TicketSkeleton({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  return (
    <div className="stack-2 cols-1">
      {/* Times. */}
      <Skeleton height={48} radius={12} />
      {/* Amount and quick amounts. */}
      <Skeleton height={94} radius={12} />
      {children}
      <TicketPreview summary={NOTHING_KNOWN} amountOf={() => undefined} />
      {/* Two buttons, or the login button. */}
      <Skeleton height={session ? 62 : 48} radius={12} />
      <TicketNotes />
    </div>
  );
}

/** Notes for all options, below the buttons. */
export function TicketNotes() {
  const { t } = useTranslation('option');
  return (
    <>
      <p className={styles['tie']}>{t('ticket.tie')}</p>
      <p className={styles['honest']}>{t('ticket.honest')}</p>
    </>
  );
}
