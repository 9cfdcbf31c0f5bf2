import { insertRow } from '../../database/rows.ts';
import type { Operator } from '../../http/operator.ts';
import type { Queries } from './cases.ts';

const SHOWN = 200;

export interface ChatNote {
  readonly id: number;
  readonly caseId: number;
  readonly operator: string;
  readonly text: string;
  readonly atMs: number;
}

/** Internal notes of operators, oldest first. Customers must never get them. */
export async function listNotes(db: Queries, caseId: number): Promise<ChatNote[]> {
  const { rows } = await db.query<ChatNote>(
    `select n.id::float8 as id, n.case_id::float8 as "caseId", o.name as operator, n.text, n.at_ms::float8 as "atMs"
       from chat_notes n join operators o on o.id = n.operator_id
      where n.case_id = $1 order by n.id desc limit ${SHOWN}`,
    [caseId],
  );
  return rows.toReversed();
}

export async function insertNote(
  db: Queries,
  note: {
    readonly caseId: number;
    readonly operator: Operator;
    readonly text: string;
    readonly atMs: number;
  },
): Promise<ChatNote> {
  const { caseId, operator, text, atMs } = note;
  const row = { caseId, operatorId: operator.id, text, atMs };
  const { id } = await insertRow<{ id: number }>(db, 'chat_notes', row, 'id::float8 as id');
  return { id, caseId, operator: operator.name, text, atMs };
}
