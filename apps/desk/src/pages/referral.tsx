import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { RightButton } from '#ui/button.tsx';
import { Tick } from '#ui/field.tsx';
import { Card, Facts, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import { PAIR_COLUMNS, PROMOTER_COLUMNS } from '../features/referral/columns.tsx';
import { PeriodReport } from '../features/referral/period-report.tsx';
import { ReferralTermsDialog } from '../features/referral/terms-dialog.tsx';

/** Who invites, what they earn, and what speaks against it. */
export function ReferralPage() {
  const overview = useDesk('GET desk/referral', { limit: 1 });
  const [flagged, setFlagged] = useState(false);
  const [changing, setChanging] = useState(false);
  return (
    <Page
      title={t('nav.referral')}
      lead={t('referral.lead')}
      actions={
        <RightButton right="referral.propose" tone="main" onClick={() => setChanging(true)}>
          {t('referral.change')}
        </RightButton>
      }
    >
      <Card title={t('referral.terms')}>
        <Loaded query={overview}>
          {({ terms, announced, pending }) => (
            <>
              <Facts
                facts={[
                  [t('referral.first'), terms.first_percent],
                  [t('referral.second'), terms.second_percent],
                  [
                    t('referral.pending'),
                    pending.map(({ currency, amount }) => `${grouped(amount)} ${currency}`).join(' + ') ||
                      '0',
                  ],
                ]}
              />
              {announced === null ? null : (
                <p className="quiet">
                  {t('referral.announced', {
                    when: dateTime(announced.effective_at_ms),
                    first: announced.first_percent,
                    second: announced.second_percent,
                  })}
                </p>
              )}
              {changing ? <ReferralTermsDialog terms={terms} onClose={() => setChanging(false)} /> : null}
            </>
          )}
        </Loaded>
      </Card>
      {overview.data === undefined ? null : <PeriodReport nowMs={overview.data.at_ms} />}
      <Card title={t('referral.flags')}>
        <PagedTable
          call="GET desk/referral_flags"
          input={{ limit: 20 }}
          label={t('referral.flags')}
          columns={PAIR_COLUMNS}
          keyOf={row => `${row.promoter_id} ${row.customer_id}`}
          empty={t('referral.noFlags')}
        />
      </Card>
      <Card title={t('referral.promoters')}>
        <Tick label={t('referral.onlyFlagged')} checked={flagged} onChange={setFlagged} />
        <PagedTable
          call="GET desk/referral"
          input={{ flagged, limit: 20 }}
          label={t('referral.promoters')}
          columns={PROMOTER_COLUMNS}
          keyOf={row => row.customer_id}
          empty={t('referral.none')}
        />
      </Card>
    </Page>
  );
}
