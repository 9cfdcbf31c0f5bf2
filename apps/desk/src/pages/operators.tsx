import type { DeskOutput } from '@tallystick/protocol/desk';
import { isAllowed, PERMISSIONS, ROLES, type Permission } from '@tallystick/protocol/desk/roles';
import { useState } from 'react';
import { known, t, word } from '#i18n/texts.ts';
import { dateTime, humanised } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { OperatorDialog } from '../features/operator/operator-dialog.tsx';

type Operator = DeskOutput<'GET desk/operators'>['items'][number];

const RIGHTS = Object.keys(PERMISSIONS) as Permission[];
const RIGHT_COLUMNS: readonly Column<Permission>[] = [
  { head: t('operators.right'), render: rightName },
  ...ROLES.map(role => ({
    head: t(`roles.${role}`),
    render: (right: Permission) => (isAllowed(role, right) ? '✓' : ''),
  })),
];

/** `customer.end_sessions` → `Customer: end sessions`. */
function rightName(right: Permission): string {
  const [what = '', how = ''] = right.split('.');
  return `${known('rightSubjects', what) ?? word('subjects', what)}: ${humanised(how).toLowerCase()}`;
}

export function OperatorsPage() {
  const { may } = useMe();
  const operators = useDesk('GET desk/operators', {});
  const [edited, setEdited] = useState<Operator | 'new' | null>(null);
  const columns: Column<Operator>[] = [
    { head: t('operators.name'), render: operator => <strong>{operator.name}</strong> },
    { head: t('operators.role'), render: operator => t(`roles.${operator.role}`) },
    {
      head: t('operators.active'),
      render: operator => (
        <Badge tone={operator.active ? 'good' : 'plain'}>
          {t(operator.active ? 'operators.active' : 'operators.left')}
        </Badge>
      ),
    },
    {
      head: t('operators.totp'),
      render: operator => (
        <Badge tone={operator.totp ? 'good' : 'warn'}>
          {t(operator.totp ? 'operators.on' : 'operators.off')}
        </Badge>
      ),
    },
    {
      head: t('operators.lastLogin'),
      render: operator =>
        operator.last_login_at_ms === null ? t('operators.never') : dateTime(operator.last_login_at_ms),
    },
    {
      head: '',
      render: operator =>
        may('operator.propose') ? (
          <div className="row row-end">
            <Button small onClick={() => setEdited(operator)}>
              {t('actions.edit')}
            </Button>
          </div>
        ) : null,
    },
  ];
  return (
    <Page
      title={t('nav.operators')}
      actions={
        may('operator.propose') ? (
          <Button tone="main" onClick={() => setEdited('new')}>
            {t('operators.create')}
          </Button>
        ) : null
      }
    >
      <Card>
        <Loaded query={operators}>
          {({ items }) => (
            <Table
              label={t('nav.operators')}
              columns={columns}
              rows={items}
              keyOf={operator => operator.id}
            />
          )}
        </Loaded>
      </Card>
      <Card title={t('operators.rights')}>
        <Table label={t('operators.rights')} columns={RIGHT_COLUMNS} rows={RIGHTS} keyOf={right => right} />
      </Card>
      {edited === null ? null : (
        <OperatorDialog operator={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
