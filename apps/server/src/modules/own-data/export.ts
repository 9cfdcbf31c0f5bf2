import type pg from 'pg';
import type { Vault } from '../../vault/vault.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import { OWN_TABLES, type OwnTable, type Row } from './catalogue.ts';

export interface ExportOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly sealedPictures: Pick<SealedPictures, 'open'>;
  readonly now: () => number;
}

/** Rows of one statement. */
const PAGE = 500;

/**
 * All that is kept about a customer as JSON, in pieces: `{"customer": …, "made_at_ms": …, "tables": {"orders": [ … ]}}`.
 * Sealed values are opened into `opened`, the bytes of pictures into `base64`. Memory holds one page of rows, or one
 * picture. @throws CallFailure picture_unavailable; VaultError
 */
export async function* exportOwnData(
  options: ExportOptions,
  customerId: number,
  whoReads: 'customer' | 'desk',
): AsyncGenerator<string> {
  yield `{"customer":${customerId},"made_at_ms":${options.now()},"tables":{`;
  let isFirstTable = true;
  for (const [name, table] of Object.entries(OWN_TABLES)) {
    if (whoReads === 'customer' && table.deskOnly === true) continue;
    yield `${isFirstTable ? '' : ','}\n${JSON.stringify(name)}:[`;
    isFirstTable = false;
    let isFirst = true;
    for await (const row of rowsOf(options.pool, name, table, customerId, whoReads)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(await shown(options, table, row, whoReads))}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}}\n';
}

async function* rowsOf(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { mine, key, content, shown: given }: OwnTable,
  customerId: number,
  whoReads: 'customer' | 'desk',
): AsyncGenerator<Row> {
  const columns = key.split(', ');
  const most = content === undefined ? PAGE : 1;
  const mayRead = whoReads === 'customer' && given !== undefined ? `and ${given}` : '';
  let after: readonly unknown[] | null = null;
  let full = true;
  while (full) {
    const places = columns.map((_, at) => `$${at + 3}`).join(', ');
    const beyond: string = after === null ? '' : `and (${key}) > (${places})`;
    const values: unknown[] = [customerId, most, ...(after ?? [])];
    const { rows }: { rows: Row[] } = await pool.query<Record<string, unknown>>(
      `select * from ${name} where ${mine} ${mayRead} ${beyond} order by ${key} limit $2`,
      values,
    );
    yield* rows;
    const last: Row = rows.at(-1) ?? {};
    after = columns.map(column => last[column]);
    full = rows.length === most;
  }
}

async function shown(
  { vault, sealedPictures }: ExportOptions,
  { secret = [], internal = [], open, content }: OwnTable,
  row: Row,
  whoReads: 'customer' | 'desk',
): Promise<Row> {
  const left = whoReads === 'desk' ? secret : [...secret, ...internal];
  const plain = Object.entries(row).filter(([column, value]) => {
    return !left.includes(column) && !Buffer.isBuffer(value) && value !== null;
  });
  const opened = open?.(vault, row) ?? null;
  const held = await content?.(sealedPictures, row);
  return {
    ...Object.fromEntries(plain),
    ...(opened === null ? {} : { opened }),
    ...(held === undefined ? {} : { base64: held.toString('base64') }),
  };
}
