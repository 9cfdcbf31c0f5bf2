import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { RightButton } from '#ui/button.tsx';
import { Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { DustCard } from '../features/house/dust-card.tsx';
import { FundsDialog } from '../features/house/funds-dialog.tsx';

type HouseCurrency = DeskOutput<'GET desk/house'>['items'][number];

const figure = (name: Exclude<keyof HouseCurrency, 'currency_id' | 'currency'>): Column<HouseCurrency> => ({
  head: t(`house.${name}`),
  figure: true,
  render: row => grouped(row[name]),
});

const COLUMNS: Column<HouseCurrency>[] = [
  { head: t('house.currency'), render: ({ currency }) => <strong>{currency}</strong> },
  figure('treasury'),
  figure('insurance'),
  figure('option_pool'),
  figure('fees'),
  figure('trust_escrow'),
  figure('option_escrow'),
];

/** The house's own money: what covers its promises, and what is promised already. */
export function HousePage() {
  const house = useDesk('GET desk/house', {});
  const [moving, setMoving] = useState(false);
  return (
    <Page
      title={t('nav.house')}
      lead={t('house.lead')}
      actions={
        <RightButton right="house.propose" tone="main" onClick={() => setMoving(true)}>
          {t('house.move')}
        </RightButton>
      }
    >
      <Loaded query={house}>
        {data => (
          <>
            <Card>
              <Table
                label={t('nav.house')}
                columns={COLUMNS}
                rows={data.items}
                keyOf={({ currency_id: id }) => id}
              />
            </Card>
            <DustCard dust={data.dust} />
            {moving ? <FundsDialog house={data} onClose={() => setMoving(false)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
