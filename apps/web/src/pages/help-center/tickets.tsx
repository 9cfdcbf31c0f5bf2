import { Plus } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { TicketList } from '#features/help/components/ticket-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { queryClient } from '#lib/query-client.ts';
import { IconLink } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

/** The customer's tickets and feedback. */
export function Page() {
  const { t } = useTranslation('help');
  return (
    <Frame
      title={t('ticket.mine')}
      right={
        <IconLink to={paths.helpTicket.getHref()} label={t('ticket.new')}>
          <Plus size={22} />
        </IconLink>
      }
    >
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries({ queryKey: ['ticket/list'] })}>
        <TicketList />
      </PullToRefresh>
    </Frame>
  );
}
