import type { CallName, CallOutput, CallRequest, Language } from '@tallystick/protocol';
import { DOCUMENTS, type DocumentName } from '@tallystick/protocol/calls/document';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { CallHandler, RegisterCall } from '../../http/call-router.ts';
import { isForCoins } from '../convert/signed-quote.ts';
import { agreementBody, agreementHash } from '../agreement/texts/texts.ts';
import type { Catalogue, DocumentVersion } from './catalogue.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
type Accepted = NonNullable<CallOutput<'GET document/read'>['accepted']>;

export interface DocumentsOptions {
  readonly pool: pg.Pool;
  readonly catalogue: Catalogue;
  /** The exchange's time: versions come into force by it. */
  readonly now: () => number;
}

/**
 * Calls that may open new risk, and when they do. Everything that closes, cancels, protects or takes money out stays
 * possible, whatever was not accepted.
 */
const OPENING: Partial<Record<CallName, (input: object) => boolean>> = {
  'POST coin/trade': input => 'side' in input && input.side === 'buy',
  'POST convert/accept': input => 'quote' in input && isForCoins(String(input.quote), USDT),
  'POST lever/submit': () => true,
  'POST lever/reverse': () => true,
  'POST microtrade/submit': () => true,
  'POST lh/deposit': () => true,
  'POST lh/deposit/order/renewal': () => true,
  'POST lh/send/order': () => true,
};
const REMEMBERED = 50_000;

/** Our documents in their versions, and who has accepted which words. */
export class Documents {
  readonly #options: DocumentsOptions;
  /** Customers who have accepted what is in force, by what that is. Only a hint: it saves a read per order. */
  readonly #upToDate = new Map<number, string>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  async list(customerId: number | null, language: Language): Promise<CallOutput<'GET document/list'>> {
    const asked = customerId === null ? [] : await this.#missing(this.#options.pool, customerId);
    return {
      items: DOCUMENTS.map(name => {
        const { version, texts } = this.#inForce(name);
        return { document: name, version, title: texts[language].title, asked: asked.includes(name) };
      }),
    };
  }

  /** Any version, the one in force if none is named. Throws not_found. */
  async read(
    customerId: number | null,
    { document: name, version: wanted }: CallRequest<'GET document/read'>,
    language: Language,
  ): Promise<CallOutput<'GET document/read'>> {
    const { pool, catalogue, now } = this.#options;
    const inForce = this.#inForce(name);
    const known = catalogue[name].filter(one => one.fromMs <= now());
    const version = wanted === undefined ? inForce : known.find(one => one.version === wanted);
    if (version === undefined) throw new CallFailure('not_found', { field: 'version' });
    const text = version.texts[language];
    return {
      document: name,
      version: version.version,
      in_force: version === inForce,
      lang: language,
      title: text.title,
      sections: text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
      sha256: agreementHash(text),
      versions: known.toReversed().map(one => ({
        version: one.version,
        changed: one.texts[language].changed,
      })),
      accepted: customerId === null ? null : await newestAcceptance(pool, customerId, name),
      asked: customerId !== null && (await this.#missing(pool, customerId)).includes(name),
    };
  }

  /** The words that were on the screen, and no others. Accepting again changes nothing. Throws agreement_changed. */
  async accept(
    customerId: number,
    input: CallRequest<'POST document/accept'>,
    language: Language,
  ): Promise<CallOutput<'POST document/accept'>> {
    const { pool } = this.#options;
    const { document: name } = input;
    const inForce = this.#inForce(name);
    if (input.version !== inForce.version || input.sha256 !== agreementHash(inForce.texts[language])) {
      throw new CallFailure('agreement_changed');
    }
    await inTransaction(pool, client => this.#write(client, customerId, name, language));
    return { asked: await this.#missing(pool, customerId) };
  }

  /** By registering, everything that is in force. In the transaction that makes the customer. */
  async acceptAll(client: Queries, customerId: number, language: Language): Promise<void> {
    for (const name of DOCUMENTS) await this.#write(client, customerId, name, language);
  }

  /** Registers calls so that those which open new risk ask for what was not accepted yet. */
  around(register: RegisterCall): RegisterCall {
    return (name, handler, options) => {
      const opens = OPENING[name];
      register(name, opens === undefined ? handler : this.#asking(handler, opens), options);
    };
  }

  #asking<Name extends CallName>(
    handler: CallHandler<Name>,
    opens: (input: object) => boolean,
  ): CallHandler<Name> {
    return async (input, context) => {
      // All of them take a session; the type does not know which calls these are.
      const { session } = context as unknown as { readonly session: { readonly customerId: number } };
      if (opens(input)) await this.refuseUnaccepted(session.customerId);
      return handler(input, context);
    };
  }

  /** Throws terms_not_accepted. For what opens risk by more than its input says; for other calls see `OPENING`. */
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

  /** What came into force after the customer registered, and was not accepted. */
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
): Promise<Accepted | null> {
  const { rows } = await db.query<{ version: string; language: Language; sha256: string; at_ms: string }>(
    `select version, language, sha256, accepted_at_ms as at_ms from document_acceptances
      where customer_id = $1 and document = $2 order by id desc limit 1`,
    [customerId, name],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { version: row.version, lang: row.language, sha256: row.sha256, accepted_at_ms: Number(row.at_ms) };
}
