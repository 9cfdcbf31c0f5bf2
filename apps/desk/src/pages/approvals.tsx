import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Tabs } from '#ui/field.tsx';
import { Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { ProposalCard } from '../features/proposal/proposal-card.tsx';

const STATES = ['open', 'closed'] as const;

export function ApprovalsPage() {
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const proposals = useDesk('GET desk/proposals', { state, limit: 50 });
  return (
    <Page
      title={t('nav.approvals')}
      actions={
        <Tabs
          label={t('approvals.state')}
          value={state}
          options={STATES.map(value => ({ value, label: t(`approvals.${value}`) }))}
          onChange={setState}
        />
      }
    >
      <Loaded query={proposals}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="empty">{t('approvals.none')}</p>
          ) : (
            <div className="stack">
              {items.map(proposal => (
                <ProposalCard key={proposal.id} proposal={proposal} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
