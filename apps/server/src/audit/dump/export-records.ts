import { writeFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { recordBytes, type RecordRow } from '../../transparency-log/record-source.ts';

/**
 * Writes what the public log says of the journal until a sequence, its records `books` and `liabilities`, one a line in the
 * bytes that are published. Returns how many.
 */
export async function exportRecords(stored: ClientBase, file: string, until: number): Promise<number> {
  const { rows } = await stored.query<RecordRow>(
    `select * from public_records where kind in ('books', 'liabilities') and (body::jsonb ->> 'sequence')::bigint <= $1
      order by number`,
    [until],
  );
  await writeFile(file, rows.map(row => `${Buffer.from(recordBytes(row)).toString('utf8')}\n`).join(''));
  return rows.length;
}
