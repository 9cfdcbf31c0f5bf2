import { CallFailure } from '../http/call-failure.ts';
import type { QueueDecision, QueueDetail, QueuePicture } from './queue-kind.ts';

export type Field = QueueDetail['fields'][number];
export type Action = QueueDetail['actions'][number];
export type FieldRow = readonly [key: string, value: string | null, format: Field['format']];

/** The fields that have a value. */
export function fieldsOf(rows: readonly FieldRow[]): Field[] {
  return rows.flatMap(([key, value, format]) => (value === null ? [] : [{ key, value, format }]));
}

/** An action. Unless `more` says otherwise, it needs no further input and nothing blocks it. */
export function action(
  name: string,
  tone: Action['tone'],
  more: Partial<Omit<Action, 'name' | 'tone'>> = {},
): Action {
  return { name, tone, needs_reason: false, inputs: [], choices: [], blocked: null, ...more };
}

/** Rejects with one of the listed reasons, shown to the customer in their language. */
export function rejectFor(reasons: readonly string[], choices: readonly string[] = []): Action {
  const reasonCode = { name: 'reason_code', required: true, value: '', options: [...reasons] };
  return action('reject', 'bad', { inputs: [reasonCode], choices: [...choices] });
}

/** The reason chosen in `rejectFor`. Throws invalid_input for one that is not listed. */
export function chosenReason<Reason extends string>(
  reasons: readonly Reason[],
  { inputs }: Pick<QueueDecision, 'inputs'>,
): Reason {
  const reason = reasons.find(one => one === inputs['reason_code']);
  if (reason === undefined) throw new CallFailure('invalid_input', { field: 'reason_code' });
  return reason;
}

/** The pictures of applications; see `Pictures.read`. */
interface PictureReader {
  read(id: number): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }>;
}

/** A picture as the desk shows it. The queue has checked that it belongs to the item. Throws picture_unknown. */
export async function pictureOf(pictures: PictureReader, pictureId: number): Promise<QueuePicture> {
  const { bytes, contentType } = await pictures.read(pictureId);
  return {
    content_type: contentType === 'image/png' ? 'image/png' : 'image/jpeg',
    base64: Buffer.from(bytes).toString('base64'),
  };
}
