import type { Language } from '@tallystick/protocol';
import { DOCUMENTS, type DocumentName } from '@tallystick/protocol/calls/document';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { agreementBody, agreementHash } from '../agreement/texts/texts.ts';
import type { Catalogue, DocumentVersion } from './catalogue.ts';
import type { DocumentText } from './read-document.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

export interface DocumentsOptions {
  readonly pool: pg.Pool;
  readonly catalogue: Catalogue;
  /** The exchange's time: versions come into force by it. */
  readonly now: () => number;
}

export interface ListedDocument {
  readonly name: DocumentName;
  readonly version: string;
  readonly title: string;
  /** Whether taking new risk requires accepting it first. */
  readonly asked: boolean;
}

export interface ShownDocument {
  readonly name: DocumentName;
  readonly version: string;
  readonly isInForce: boolean;
  readonly text: DocumentText;
  readonly sha256: string;
  /** Newest first. */
  readonly versions: readonly { readonly version: string; readonly changed: string | null }[];
  /** The newest that the customer has accepted. */
  readonly accepted: Acceptance | null;
  readonly asked: boolean;
}

/** The text that a customer has accepted. */
export interface Acceptance {
  readonly version: string;
  readonly language: Language;
  readonly sha256: string;
  readonly atMs: number;
}

const REMEMBERED = 50_000;

/** Legal documents in their versions, and which texts customers have accepted. */
export class Documents {
  readonly #options: DocumentsOptions;
  /** Customers who have accepted the versions in force, with these versions. A cache that saves a query per order. */
  readonly #upToDate = new Map<number, string>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  async list(customerId: number | null, language: Language): Promise<ListedDocument[]> {
    const asked = customerId === null ? [] : await this.#missing(this.#options.pool, customerId);
    return DOCUMENTS.map(name => {
      const { version, texts } = this.#inForce(name);
      return { name, version, title: texts[language].title, asked: asked.includes(name) };
    });
  }

  /** Any version, the one in force if none is named. Throws not_found. */
  async read(
    customerId: number | null,
    name: DocumentName,
    wanted: string | undefined,
    language: Language,
  ): Promise<ShownDocument> {
    const { pool, catalogue, now } = this.#options;
    const inForce = this.#inForce(name);
    const known = catalogue[name].filter(one => one.fromMs <= now());
    const version = wanted === undefined ? inForce : known.find(one => one.version === wanted);
    if (version === undefined) throw new CallFailure('not_found', { field: 'version' });
    const text = version.texts[language];
    return {
      name,
      version: version.version,
      isInForce: version === inForce,
      text,
      sha256: agreementHash(text),
      versions: known.toReversed().map(one => ({
        version: one.version,
        changed: one.texts[language].changed,
      })),
      accepted: customerId === null ? null : await newestAcceptance(pool, customerId, name),
      asked: customerId !== null && (await this.#missing(pool, customerId)).includes(name),
    };
  }

  /**
   * Accepts the text that was on the screen; accepting again changes nothing. Returns the documents still to be accepted.
   * Throws agreement_changed if another text is in force.
   */
  async accept(
    customerId: number,
    seen: { readonly document: DocumentName; readonly version: string; readonly sha256: string },
    language: Language,
  ): Promise<DocumentName[]> {
    const { pool } = this.#options;
    const inForce = this.#inForce(seen.document);
    if (seen.version !== inForce.version || seen.sha256 !== agreementHash(inForce.texts[language])) {
      throw new CallFailure('agreement_changed');
    }
    await inTransaction(pool, client => this.#write(client, customerId, seen.document, language));
    return this.#missing(pool, customerId);
  }

  /** Accepts all documents in force, in the transaction that registers the customer. */
  async acceptAll(client: Queries, customerId: number, language: Language): Promise<void> {
    for (const name of DOCUMENTS) await this.#write(client, customerId, name, language);
  }

  /** Throws terms_not_accepted. Which calls ask for it: see `risk-routes.ts`. */
  async refuseUnaccepted(customerId: number): Promise<void> {
    const versions = DOCUMENTS.map(name => this.#inForce(name));
    if (versions.every(({ fromMs }) => fromMs === 0)) return;
    const key = versions.map(({ version }) => version).join();
    if (this.#upToDate.get(customerId) === key) return;
    const missing = await this.#missing(this.#options.pool, customerId);
    if (missing.length > 0) throw new CallFailure('terms_not_accepted', { documents: missing.join(',') });
    if (this.#upToDate.size >= REMEMBERED) this.#upToDate.clear();
    this.#upToDate.set(customerId, key);
  }

  /** Documents in force since the customer registered that they have not accepted. */
  async #missing(db: Queries, customerId: number): Promise<DocumentName[]> {
    const later = DOCUMENTS.filter(name => this.#inForce(name).fromMs > 0);
    if (later.length === 0) return [];
    const { rows } = await db.query<{ created_at_ms: string; accepted: string[] }>(
      `select created_at_ms, array(
         select document || ' ' || version from document_acceptances where customer_id = customers.id
         union all select 'agreement ' || version from agreement_signatures where customer_id = customers.id
       ) as accepted from customers where id = $1`,
      [customerId],
    );
    const [row] = rows;
    return later.filter(name => {
      const { version, fromMs } = this.#inForce(name);
      return (
        fromMs > Number(row?.created_at_ms ?? 0) && row?.accepted.includes(`${name} ${version}`) !== true
      );
    });
  }

  #inForce(name: DocumentName): DocumentVersion {
    const { catalogue, now } = this.#options;
    const atMs = now();
    const version = catalogue[name].findLast(({ fromMs }) => fromMs <= atMs);
    if (version === undefined) throw new Error(`no version of ${name} is in force`);
    return version;
  }

  async #write(client: Queries, customerId: number, name: DocumentName, language: Language): Promise<void> {
    const { version, texts } = this.#inForce(name);
    const text = texts[language];
    const words = [name, version, language, agreementHash(text)];
    await client.query(
      `insert into document_texts (document, version, language, sha256, body) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [...words, agreementBody(text)],
    );
    await client.query(
      `insert into document_acceptances (document, version, language, sha256, customer_id, accepted_at_ms)
       values ($1, $2, $3, $4, $5, $6) on conflict (customer_id, document, version) do nothing`,
      [...words, customerId, this.#options.now()],
    );
  }
}

async function newestAcceptance(
  db: Queries,
  customerId: number,
  name: DocumentName,
): Promise<Acceptance | null> {
  const { rows } = await db.query<Acceptance>(
    `select version, language, sha256, accepted_at_ms::float8 as "atMs" from document_acceptances
      where customer_id = $1 and document = $2 order by id desc limit 1`,
    [customerId, name],
  );
  return rows[0] ?? null;
}
