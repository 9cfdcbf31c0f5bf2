import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button, RightButton } from '#ui/button.tsx';
import { Badge, Card } from '#ui/page.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { StatementDialog } from './statement-dialog.tsx';

type Reserves = DeskOutput<'GET desk/reserves'>;
type Statement = Reserves['statements'][number];

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** Saved, not shown: a document may hold anything. */
async function saveDocument(sha256: string): Promise<void> {
  const { content_type: type, base64 } = await callDesk('GET desk/reserve_document', { sha256 });
  saveFile(`statement-${sha256.slice(0, 8)}.${ENDINGS[type] ?? 'bin'}`, type, Uint8Array.fromBase64(base64));
}

const COLUMNS: readonly Column<Statement>[] = [
  {
    head: t('reserves.account'),
    render: row => <strong>{row.account}</strong>,
    more: row => word('reserveOwners', row.owner),
  },
  {
    head: t('reserves.balance'),
    figure: true,
    render: row => (
      <span className="whole">
        {grouped(row.money_amount)} {row.money}
      </span>
    ),
  },
  {
    head: t('reserves.amount'),
    figure: true,
    render: row => (
      <strong className="whole">
        {grouped(row.amount)} {row.currency}
      </strong>
    ),
  },
  { head: t('reserves.asOf'), render: row => dateTime(row.as_of_ms) },
  {
    head: t('reserves.people'),
    render: row => `${row.entered_by}, ${row.confirmed_by}`,
    more: row => dateTime(row.confirmed_at_ms),
  },
  {
    head: t('reserves.state'),
    render: row => (
      <Badge tone={row.counts ? 'good' : 'plain'}>
        {row.counts ? t('reserves.current') : t('reserves.replaced')}
      </Badge>
    ),
    more: row => (row.counts ? t('reserves.counts', { when: dateTime(row.until_ms) }) : undefined),
  },
  {
    head: t('reserves.document'),
    render: row => <Button onClick={() => void saveDocument(row.sha256)}>{t('reserves.open')}</Button>,
    more: row => <span className="mono breaks">{row.sha256}</span>,
  },
];

/** What the bank says, as two people have read it. */
export function StatementCard({ reserves }: { readonly reserves: Reserves }) {
  const [entering, setEntering] = useState(false);
  return (
    <Card
      title={t('reserves.statements')}
      actions={
        <RightButton right="statement.propose" onClick={() => setEntering(true)}>
          {t('reserves.enter')}
        </RightButton>
      }
    >
      <p className="quiet">{t('reserves.statementsText')}</p>
      <Table
        label={t('reserves.statements')}
        columns={COLUMNS}
        rows={reserves.statements}
        keyOf={row => row.id}
        empty={t('reserves.noStatements')}
      />
      {entering ? <StatementDialog bank={reserves.bank} onClose={() => setEntering(false)} /> : null}
    </Card>
  );
}
