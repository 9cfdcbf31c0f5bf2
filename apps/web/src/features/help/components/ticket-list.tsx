import { useInfiniteQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import type { WireTicket } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { ticketsQuery, useAnswers } from '../api/tickets.ts';

const TONES: Readonly<Record<WireTicket['state'], StateTone>> = {
  open: 'wait',
  waiting: 'bad',
  answered: 'good',
  closed: 'quiet',
};

/** The ticket's state as text. */
export function TicketState({ state }: Pick<WireTicket, 'state'>) {
  const { t } = useTranslation('help');
  return <StatePill tone={TONES[state]}>{t(`state.${state}`)}</StatePill>;
}

/** The customer's tickets and feedback, newest first. */
export function TicketList() {
  const { t } = useTranslation('help');
  useAnswers();
  const query = useInfiniteQuery(ticketsQuery());
  const { data, error, refetch } = query;
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />;
  const tickets = data.pages.flatMap(page => page.items);
  if (tickets.length === 0) {
    return (
      <EmptyState
        icon={<LifeBuoy size={26} strokeWidth={1.6} />}
        title={t('ticket.none')}
        to={paths.helpTicket.getHref()}
        go={t('ticket.new')}
      >
        {t('ticket.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <List label={t('ticket.mine')}>
        {tickets.map(({ ticket_id: id, kind, title, state, updated_at_ms: atMs }) => (
          <Row
            key={id}
            to={paths.helpTicket.getHref({ id })}
            title={title}
            detail={`${kind === 'feedback' ? t('ticket.feedback') : t('ticket.one', { id })} · ${formatDate(atMs, 'dayMinute')}`}
            value={<TicketState state={state} />}
          />
        ))}
      </List>
      <MoreButton query={query}>{t('ticket.more')}</MoreButton>
    </>
  );
}
