import type { WireDeskChatNote } from '@tallystick/protocol/desk/chat-socket';
import type { Operator } from '../../http/operator.ts';
import type { Queries } from './cases.ts';

const SHOWN = 200;

/** What operators wrote for one another, oldest first. Nothing that answers customers may call it. */
export async function listNotes(db: Queries, caseId: number): Promise<WireDeskChatNote[]> {
  const { rows } = await db.query<{ id: string; operator: string; text: string; at_ms: string }>(
    `select n.id, o.name as operator, n.text, n.at_ms from chat_notes n join operators o on o.id = n.operator_id
      where n.case_id = $1 order by n.id desc limit ${SHOWN}`,
    [caseId],
  );
  return rows
    .map(row => ({ ...row, case_id: caseId, id: Number(row.id), at_ms: Number(row.at_ms) }))
    .toReversed();
}

export async function insertNote(
  db: Queries,
  note: {
    readonly caseId: number;
    readonly operator: Operator;
    readonly text: string;
    readonly atMs: number;
  },
): Promise<WireDeskChatNote> {
  const { caseId, operator, text, atMs } = note;
  const { rows } = await db.query<{ id: string }>(
    'insert into chat_notes (case_id, operator_id, text, at_ms) values ($1, $2, $3, $4) returning id',
    [caseId, operator.id, text, atMs],
  );
  return { id: Number(rows[0]?.id), case_id: caseId, operator: operator.name, text, at_ms: atMs };
}
