import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';

type Queries = Pick<pg.ClientBase, 'query'>;
type WireNote = DeskOutput<'POST desk/customer_note'>;

interface Row {
  readonly id: string;
  readonly operator: string;
  readonly text: string;
  readonly at_ms: string;
}

const SHOWN = 100;

/** Newest first. */
export async function listNotes(db: Queries, customerId: number): Promise<WireNote[]> {
  const { rows } = await db.query<Row>(
    `select n.id, o.name as operator, n.text, n.at_ms from customer_notes n join operators o on o.id = n.operator_id
      where n.customer_id = $1 order by n.id desc limit ${SHOWN}`,
    [customerId],
  );
  return rows.map(row => ({ ...row, id: Number(row.id), at_ms: Number(row.at_ms) }));
}

export async function insertNote(
  db: Queries,
  note: {
    readonly customerId: number;
    readonly operatorId: number;
    readonly text: string;
    readonly atMs: number;
  },
): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    'insert into customer_notes (customer_id, operator_id, text, at_ms) values ($1, $2, $3, $4) returning id',
    [note.customerId, note.operatorId, note.text, note.atMs],
  );
  return Number(rows[0]?.id);
}
