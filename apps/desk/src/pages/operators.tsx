import type { DeskOutput } from '@tallystick/protocol/desk';
import { isAllowed, PERMISSIONS, ROLES, type Permission } from '@tallystick/protocol/desk/roles';
import { useState } from 'react';
import { known, t, word } from '#i18n/texts.ts';
import { humanised } from '#i18n/humanised.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { RightButton } from '#ui/button.tsx';
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

function stateOf({ active, joined }: Operator) {
  if (!active) return 'operators.left';
  return joined ? 'operators.active' : 'operators.invited';
}

/** Whether and from when they count as a second person, and with whom not. */
function SecondPerson({ operator, nowMs }: { readonly operator: Operator; readonly nowMs: number | null }) {
  const { active, second_from_ms: fromMs, not_with: notWith } = operator;
  if (!active) return t('states.unknown');
  const counts = fromMs !== null && nowMs !== null && fromMs <= nowMs;
  const from =
    fromMs === null ? t('operators.secondLater') : t('operators.secondFrom', { when: dateTime(fromMs) });
  return (
    <>
      <Badge tone={counts ? 'good' : 'warn'}>{counts ? t('operators.secondNow') : from}</Badge>
      {notWith.map(({ id, name, until_ms: untilMs }) => (
        <div key={id} className="quiet">
          {untilMs === null
            ? t('operators.notWith', { who: name })
            : t('operators.notWithUntil', { who: name, when: dateTime(untilMs) })}
        </div>
      ))}
    </>
  );
}

export function OperatorsPage() {
  // Waiting times follow the exchange's clock, which a demo may have set ahead of this machine's.
  const nowMs = useDesk('GET desk/clock', {}).data?.server_time_ms ?? null;
  const operators = useDesk('GET desk/operators', {});
  const [edited, setEdited] = useState<Operator | 'new' | null>(null);
  const columns: Column<Operator>[] = [
    {
      head: t('operators.name'),
      render: operator => <strong>{operator.name}</strong>,
      more: operator => operator.email,
    },
    { head: t('operators.role'), render: operator => t(`roles.${operator.role}`) },
    {
      head: t('operators.active'),
      render: operator => (
        <Badge tone={operator.active && operator.joined ? 'good' : 'plain'}>{t(stateOf(operator))}</Badge>
      ),
    },
    { head: t('operators.second'), render: operator => <SecondPerson operator={operator} nowMs={nowMs} /> },
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
      render: operator => (
        <div className="row row-end">
          <RightButton right="operator.propose" small onClick={() => setEdited(operator)}>
            {t('actions.edit')}
          </RightButton>
        </div>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.operators')}
      actions={
        <RightButton right="operator.propose" tone="main" onClick={() => setEdited('new')}>
          {t('operators.create')}
        </RightButton>
      }
    >
      <Card>
        <p className="quiet">{t('operators.secondText')}</p>
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
