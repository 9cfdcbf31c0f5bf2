import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Card, Facts, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { AddressCard } from '../features/reserves/address-card.tsx';
import { StatementCard } from '../features/reserves/statement-card.tsx';

/** Signed addresses and bank statements, which are published beside what customers are owed. */
export function ReservesPage() {
  const reserves = useDesk('GET desk/reserves', {});
  return (
    <Page title={t('nav.reserves')} lead={t('reserves.lead')}>
      <Loaded query={reserves}>
        {data => (
          <>
            <Card>
              {data.failure === null ? null : (
                <p className="bad">{t('reserves.failure', { why: data.failure })}</p>
              )}
              <Facts facts={[[t('reserves.published'), shownPoint(data.published)]]} />
            </Card>
            <AddressCard reserves={data} />
            <StatementCard reserves={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function shownPoint(
  published: { readonly point: number; readonly record: number; readonly at_ms: number } | null,
): string {
  if (published === null) return t('reserves.never');
  const { point, record, at_ms: atMs } = published;
  return t('reserves.publishedAt', { point, record, when: dateTime(atMs) });
}
