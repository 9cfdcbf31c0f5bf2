import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireBankCard } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDate } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from '#ui/form.module.css';
import { StatePill } from '#ui/state-pill.tsx';
import { EmptyState } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';
import { changeBankCard, type BankCards } from '../api/bank.ts';
import { CARD_FIELDS } from '../model/card-fields.ts';

function OneCard({ card, alone }: { readonly card: WireBankCard; readonly alone: boolean }) {
  const { t } = useTranslation('bank');
  const seconds = useCountdown(card.usable_from_ms ?? undefined);
  const [removing, setRemoving] = useState(false);
  const { busy, error, submit } = useSubmit(changeBankCard, {
    onDone(_result, { call }) {
      if (call === 'POST user/cash_remove') showToast(t('removed'), 'good');
    },
  });
  const name = card.label || card.bank_name;
  return (
    <section className="stack-4 cols-1" aria-label={`${name} ${card.card_number}`}>
      <Card>
        <div className={styles['headline']}>
          <b className="break-anywhere">{name}</b>
          <span>{card.card_number}</span>
        </div>
        {card.is_default && !alone ? <StatePill tone="good">{t('default')}</StatePill> : null}
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
      <FormError error={error} />
      <div className="stack-2 cols-1">
        {card.is_default ? null : (
          <Button
            block
            size="small"
            tone="quiet"
            disabled={busy}
            onClick={() => void submit({ call: 'POST user/cash_default', cardId: card.card_id })}
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button block size="small" tone="quiet" disabled={busy} onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      </div>
      <Confirm
        open={removing}
        title={t('removeTitle', { name: `${name} ${card.card_number}` })}
        confirmLabel={t('remove')}
        tone="danger"
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          void submit({ call: 'POST user/cash_remove', cardId: card.card_id });
        }}
      >
        {t('removeText')}
      </Confirm>
    </section>
  );
}

/** The saved cards with masked numbers, the default first, and a link to add one. */
export function CardView({ cards: { items, maximum } }: { readonly cards: BankCards }) {
  const { t } = useTranslation('bank');
  if (items.length === 0) {
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
    <div className="stack-5 cols-1">
      {items.map(card => (
        <OneCard key={card.card_id} card={card} alone={items.length === 1} />
      ))}
      <ButtonLink block to={paths.withdrawBank.getHref()}>
        {t('withdraw')}
      </ButtonLink>
      {items.length < maximum ? (
        <ButtonLink
          block
          tone="quiet"
          to={paths.bankPassword.getHref()}
          icon={<Plus size={17} aria-hidden="true" />}
        >
          {t('add.title')}
        </ButtonLink>
      ) : (
        <p className="note">{t('full', { count: maximum })}</p>
      )}
    </div>
  );
}
