import { namedRecords } from '@tallystick/audit';
import { isRecordBody } from '@tallystick/verify/public-log/records';
import type { LiabilitiesBody } from '../../modules/liability/record-body.ts';

/**
 * The liabilities that a file of the public log's records, or a folder that mirrors the log, names, by the journal's
 * sequence; other records are passed over.
 *
 * @throws TypeError for a record that is none, or two that differ at one sequence
 */
export async function readLiabilities(file: string): Promise<Map<number, LiabilitiesBody>> {
  const found = new Map<number, LiabilitiesBody>();
  for await (const records of namedRecords(file)) {
    for (const { kind, body } of records) {
      if (kind !== 'liabilities') continue;
      if (!isRecordBody('liabilities', body))
        throw new TypeError(`${file} has a record of liabilities that is none`);
      const read = body as unknown as LiabilitiesBody;
      if (read.sequence === 0) throw new TypeError(`${file} names liabilities from before the first command`);
      const before = found.get(read.sequence);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(read))
        throw new TypeError(`${file} names two liabilities after sequence ${read.sequence}`);
      found.set(read.sequence, read);
    }
  }
  return found;
}
