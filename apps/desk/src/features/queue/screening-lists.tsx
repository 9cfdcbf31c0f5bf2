import type { DeskOutput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Card } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type List = DeskOutput<'GET desk/screening_lists'>['items'][number];

const COLUMNS: readonly Column<List>[] = [
  { head: t('queues.lists'), render: one => one.list },
  { head: t('queues.listNames'), figure: true, render: one => grouped(String(one.names)) },
  { head: t('queues.listAddresses'), figure: true, render: one => grouped(String(one.addresses)) },
];

/** The lists customers and addresses are compared with. */
export function ScreeningLists() {
  const lists = useDesk('GET desk/screening_lists', {});
  return (
    <Card title={t('queues.lists')}>
      <p className="quiet">{t('queues.listsText')}</p>
      <Loaded query={lists}>
        {({ items, version }) => (
          <>
            <Table label={t('queues.lists')} columns={COLUMNS} rows={items} keyOf={one => one.list} />
            <p className="quiet">
              {t('queues.listsVersion')} <span className="mono">{version.slice(0, 16)}</span>
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
