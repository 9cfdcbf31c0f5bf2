import { CreditCard } from 'lucide-react';
import type { WireBankCard } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import styles from '#ui/form.module.css';
import { EmptyState } from '#ui/states.tsx';
import { CARD_FIELDS } from '../model/card-fields.ts';

/** The saved card with masked numbers, or a link to add one. */
export function CardView({ card }: { readonly card: WireBankCard | null }) {
  const { t } = useTranslation('bank');
  const seconds = useCountdown(card?.usable_from_ms ?? undefined);
  if (card === null) {
    return (
      <EmptyState
        icon={<CreditCard size={26} strokeWidth={1.6} />}
        title={t('none')}
        to={paths.bankPassword.getHref()}
        go={t('add.title')}
      >
        {t('noneText')}
      </EmptyState>
    );
  }
  return (
    <div className="stack-4 cols-1">
      <Card>
        <div className={styles['headline']}>
          <b>{card.bank_name}</b>
          <span>{card.card_number}</span>
        </div>
      </Card>
      {seconds > 0 ? (
        <p className={styles['warning']}>{t('cooling', { time: formatDuration(seconds * 1000) })}</p>
      ) : null}
      <KeyValues className="sums">
        {CARD_FIELDS.filter(field => card[field] !== '').map(field => (
          <KeyValue key={field} label={t(`fields.${field}`)}>
            {card[field]}
          </KeyValue>
        ))}
        <KeyValue label={t('saved')}>{formatDate(card.saved_at_ms)}</KeyValue>
      </KeyValues>
      <ButtonLink block to={paths.withdrawBank.getHref()}>
        {t('withdraw')}
      </ButtonLink>
      <ButtonLink block tone="quiet" to={paths.bankPassword.getHref()}>
        {t('replace')}
      </ButtonLink>
    </div>
  );
}
