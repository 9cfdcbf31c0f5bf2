import { linesOf } from '@tallystick/audit';
import { isRecordBody } from '@tallystick/verify/public-log/records';
import type { LiabilitiesBody } from '../../modules/liability/record-body.ts';

/**
 * The liabilities that a file of the public log's records names, by the journal's sequence; other lines are passed over.
 *
 * @throws TypeError for a record that is none, or two that differ at one sequence
 */
export async function readLiabilities(file: string): Promise<Map<number, LiabilitiesBody>> {
  const found = new Map<number, LiabilitiesBody>();
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      if (line === '') continue;
      const { kind, body } = JSON.parse(line) as { readonly kind?: unknown; readonly body?: unknown };
      if (kind !== 'liabilities') continue;
      const read = bodyOf(typeof body === 'string' ? (JSON.parse(body) as unknown) : body);
      if (read === null) throw new TypeError(`${file} has a record of liabilities that is none`);
      const before = found.get(read.sequence);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(read))
        throw new TypeError(`${file} names two liabilities after sequence ${read.sequence}`);
      found.set(read.sequence, read);
    }
  }
  return found;
}

function bodyOf(body: unknown): LiabilitiesBody | null {
  return isRecordBody('liabilities', body) ? (body as LiabilitiesBody) : null;
}
