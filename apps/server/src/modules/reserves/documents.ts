import { createHash } from 'node:crypto';
import type pg from 'pg';
import { insertRow } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import type { Queries } from './store.ts';

export interface ReserveDocumentsOptions {
  readonly pool: pg.Pool;
  readonly sealedPictures: Pick<SealedPictures, 'keep' | 'open'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly now: () => number;
}

export interface ReserveDocument {
  /** Hex. */
  readonly sha256: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** By their first bytes: what a name or a header says of a file proves nothing. */
const TYPES: readonly (readonly [contentType: string, begins: Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** Banks' statements: sealed as they came, found by their SHA-256, which is published. */
export class ReserveDocuments {
  readonly #options: ReserveDocumentsOptions;

  constructor(options: ReserveDocumentsOptions) {
    this.#options = options;
  }

  /** Keeps it; the same again changes nothing. @throws CallFailure invalid_input, picture_unavailable */
  async keep(file: Buffer, operator: Operator): Promise<ReserveDocument> {
    const { pool, sealedPictures, audit, now } = this.#options;
    const contentType = TYPES.find(([, begins]) => file.subarray(0, begins.length).equals(begins))?.[0];
    if (contentType === undefined) throw new CallFailure('invalid_input', { field: 'file' });
    const hash = createHash('sha256').update(file).digest();
    const document = { sha256: hash.toString('hex'), contentType, bytes: file.length };
    if ((await find(pool, document.sha256)) !== null) return document;
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: 'reserves.document',
        subject: `document:${document.sha256}`,
        before: null,
        after: document,
      }),
    );
    await sealedPictures.keep(contextOf(document.sha256), file, async (db, place) => {
      await insertRow(db, 'reserve_documents', {
        sha256: hash,
        contentType,
        bytes: file.length,
        ...place,
        uploadedBy: operator.id,
        uploadedAtMs: now(),
      });
    });
    return document;
  }

  /** As it was handed in; who looks at it is logged. @throws CallFailure not_found, picture_unavailable; VaultError */
  async open(
    sha256: string,
    operator: Operator,
  ): Promise<{ readonly contentType: string; readonly bytes: Buffer }> {
    const { pool, sealedPictures, audit } = this.#options;
    const found = await find(pool, sha256);
    if (found === null) throw new CallFailure('not_found', { field: 'sha256' });
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: 'reserves.document_viewed',
        subject: `document:${sha256}`,
        before: null,
        after: null,
      }),
    );
    const bytes = await sealedPictures.open(contextOf(sha256), found);
    return { contentType: found.contentType, bytes };
  }
}

/** Null: nobody has handed it in. */
export async function find(db: Queries, sha256: string) {
  const { rows } = await db.query<{ content_type: string; sealed: Buffer | null; object_key: string | null }>(
    `select content_type, sealed, object_key from reserve_documents where sha256 = decode($1, 'hex')`,
    [sha256],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { contentType: row.content_type, sealed: row.sealed, objectKey: row.object_key };
}

export function contextOf(sha256: string): string {
  return `reserve_document:${sha256}`;
}
