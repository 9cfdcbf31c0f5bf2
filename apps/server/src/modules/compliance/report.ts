import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';
import type { Vault } from '../../vault/vault.ts';
import { operatorNames } from '../account/queue-people.ts';
import { openFields } from '../identity/sealing.ts';
import { newestOf } from '../identity/store.ts';
import { BYTE_ORDER_MARK, csvRecord } from '../statement/csv.ts';
import { Sheet } from '../statement/print/sheet.ts';
import { caseFields } from './queue.ts';
import { openEventNote, openPapers } from './sealing.ts';
import * as store from './store.ts';

export interface ReportsOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly now: () => number;
}

export type ReportFormat = 'json' | 'csv' | 'pdf';

export interface ReportFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** One line of a report: of which part, what, and what it says. */
type Line = readonly [part: string, what: string, says: string];

interface Movement {
  readonly id: string;
  readonly state: string;
  readonly amount_minor: string;
  readonly currency_id: number;
  readonly network: string | null;
  readonly transaction_id: string | null;
  readonly at_ms: string;
}

const TYPES = { json: 'application/json', csv: 'text/csv', pdf: 'application/pdf' } as const;

/** A case for the authority that is told of it: who, what, which movements, and what was decided. */
export class CaseReports {
  readonly #options: ReportsOptions;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  /** @throws CallFailure not_found */
  async write(id: number, format: ReportFormat): Promise<ReportFile> {
    const lines = await this.#lines(id);
    const fileName = `case-${id}.${format}`;
    const bytes =
      format === 'json' ? asJson(id, lines) : format === 'csv' ? asCsv(lines) : await asPdf(id, lines);
    return { fileName, contentType: TYPES[format], bytes };
  }

  async #lines(id: number): Promise<Line[]> {
    const { pool, vault, now } = this.#options;
    const found = await store.findCase(pool, id);
    if (found === null) throw new CallFailure('not_found', { field: 'id' });
    const { basic } = await newestOf(pool, found.customerId);
    const person = basic === null ? null : openFields(vault, basic);
    const events = await store.eventsOf(pool, id);
    const whoIs = await operatorNames(
      pool,
      events.map(one => one.operatorId),
    );
    const movements = await movementsOf(pool, found.evidence.movements);
    return [
      ['report', 'case', String(id)],
      ['report', 'made', utcMinute(now())],
      ['report', 'state', found.state],
      ['report', 'opened', utcMinute(found.openedAtMs)],
      ['customer', 'number', String(found.customerId)],
      ...Object.entries(person ?? {}).flatMap(([what, says]): Line[] =>
        says === null ? [] : [['customer', what, String(says)]],
      ),
      ...caseFields(found, openPapers(vault, found))
        .filter(one => one.key !== 'movement')
        .map((one): Line => ['case', one.key, one.value]),
      ...movements.flatMap(movement => movementLines(movement)),
      ...events.map((event): Line => [
        'history',
        `${utcMinute(event.atMs)} ${event.what}`,
        [whoIs(event.operatorId), openEventNote(vault, event)].filter(word => word !== '').join(': '),
      ]),
    ];
  }
}

async function movementsOf(db: store.Queries, ids: readonly string[]): Promise<Movement[]> {
  const { rows } = await db.query<Movement>(
    `select 'deposit/' || id as id, state, amount_minor, currency_id, network, transaction_id, created_at_ms as at_ms
       from deposits where 'deposit/' || id = any($1)
     union all
     select 'withdrawal/' || id, state, amount_minor, currency_id, network, transaction_id, created_at_ms
       from withdrawals where 'withdrawal/' || id = any($1)
     order by at_ms, id`,
    [ids],
  );
  return rows;
}

function movementLines(movement: Movement): Line[] {
  const { id, at_ms: atMs, ...facts } = movement;
  return [
    [id, 'at', utcMinute(Number(atMs))],
    ...Object.entries(facts).flatMap(([what, says]): Line[] =>
      says === null ? [] : [[id, what, String(says)]],
    ),
  ];
}

function asJson(id: number, lines: readonly Line[]): Buffer {
  const entries = lines.map(([part, what, says]) => ({ part, what, says }));
  return Buffer.from(JSON.stringify({ case: id, lines: entries }, null, 2));
}

function asCsv(lines: readonly Line[]): Buffer {
  const records = [['part', 'what', 'says'], ...lines.map(line => [...line])];
  return Buffer.from(BYTE_ORDER_MARK + records.map(csvRecord).join(''));
}

/** Longer texts go on in the next row, since a row is one line. */
const ROW_LETTERS = 90;

async function asPdf(id: number, lines: readonly Line[]): Promise<Buffer> {
  const title = `Case ${id}`;
  const sheet = new Sheet('en', false, title, `Tallystick · ${title}`);
  sheet.heading(title, []);
  sheet.table('', [
    { label: 'part', weight: 16 },
    { label: 'what', weight: 28 },
    { label: 'says', weight: 56 },
  ]);
  for (const [part, what, says] of lines) {
    const pieces = says.replaceAll(/\s+/g, ' ').match(new RegExp(`.{1,${ROW_LETTERS}}`, 'gu')) ?? [''];
    for (const [at, piece] of pieces.entries()) sheet.row(at === 0 ? [part, what, piece] : ['', '', piece]);
  }
  sheet.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of sheet.doc) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
