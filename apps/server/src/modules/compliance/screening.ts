import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { Network } from '../../chains/networks.ts';
import type { AddressHit, NameHit, ScreeningProvider } from '../../screening/provider.ts';
import type { Vault } from '../../vault/vault.ts';
import { openFields } from '../identity/sealing.ts';
import { newestOf } from '../identity/store.ts';
import type { Cases } from './cases.ts';
import type { Queries } from './store.ts';
import { addressSubjects, nameSubjects, senderSubjects, wordsOf } from './subjects.ts';

/** Applications of one turn. */
const AT_ONCE = 100;

export interface CustomerScreeningOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly screening: ScreeningProvider;
  readonly cases: Cases;
  readonly now: () => number;
}

/** Where money goes to, or came from. */
export interface MovedBy {
  readonly customerId: number;
  /** `withdrawal/17`, `deposit/17` */
  readonly movement: string;
  readonly address: string;
}

/** Somebody else than the customer who sends or gets their money, and whom a list has. */
export interface NamedHit {
  readonly name: string;
  readonly hit: NameHit;
}

/** Compares customers and addresses with the lists; each hit is a case. */
export class CustomerScreening {
  readonly #options: CustomerScreeningOptions;

  constructor(options: CustomerScreeningOptions) {
    this.#options = options;
  }

  /** Everybody whose papers were not compared with the lists as they are now; some at a time. */
  async turn(): Promise<void> {
    const { pool, screening } = this.#options;
    const version = await screening.version();
    const { rows } = await pool.query<{ customer_id: number }>(
      `select a.customer_id from identity_applications a left join screenings s on s.application_id = a.id
        where a.level = 'basic' and a.state <> 'rejected' and a.sealed is not null and s.version is distinct from $1
        order by a.id limit $2`,
      [version, AT_ONCE],
    );
    for (const row of rows) await this.screen(row.customer_id);
  }

  /** The newest application of a customer. Rejects if the lists cannot be asked: who is not screened waits. */
  async screen(customerId: number): Promise<void> {
    const { pool, vault, screening, cases, now } = this.#options;
    const { basic } = await newestOf(pool, customerId);
    const fields = basic === null ? null : openFields(vault, basic);
    if (basic === null || fields === null) return;
    const version = await screening.version();
    const person = { name: fields.fullName, bornOn: fields.birthDate ?? null };
    const hits = await screening.names(person);
    await inTransaction(pool, async client => {
      for (const hit of hits) {
        await cases.open(client, {
          customerId,
          kind: 'name',
          subjects: nameSubjects(vault, person, hit),
          evidence: { figures: { likeness: hit.score.toFixed(3), list: hit.list }, movements: [] },
          papers: { screened: fields.fullName, hit },
        });
      }
      await client.query(
        `insert into screenings (application_id, version, hits, at_ms) values ($1, $2, $3, $4)
         on conflict (application_id) do update set version = $2, hits = $3, at_ms = $4`,
        [basic.id, version, hits.length, now()],
      );
    });
  }

  /**
   * Of these senders or holders of accounts those that are on a list. The customer's own name, by which they were
   * screened with their date of birth, is left out. Rejects if the lists cannot be asked.
   */
  async others(customerId: number, names: readonly string[]): Promise<NamedHit[]> {
    const { pool, vault, screening } = this.#options;
    const { basic } = await newestOf(pool, customerId);
    const own = (basic === null ? null : openFields(vault, basic))?.fullName;
    const found: NamedHit[] = [];
    for (const name of new Map(names.map(one => [wordsOf(one), one])).values()) {
      if (name.trim() === '' || (own !== undefined && wordsOf(own) === wordsOf(name))) continue;
      const hits = await screening.names({ name, bornOn: null });
      found.push(...hits.map(hit => ({ name, hit })));
    }
    return found;
  }

  /** A case for each, in the transaction that writes the movement. */
  async othersSeen(
    db: Queries,
    { customerId, movement }: Omit<MovedBy, 'address'>,
    found: readonly NamedHit[],
  ): Promise<void> {
    const { vault, cases } = this.#options;
    for (const { name, hit } of found) {
      await cases.open(db, {
        customerId,
        kind: 'name',
        subjects: senderSubjects(vault, movement, name, hit),
        evidence: { figures: { likeness: hit.score.toFixed(3), list: hit.list }, movements: [movement] },
        papers: { screened: name, hit },
      });
    }
  }

  address(network: Network, address: string): Promise<AddressHit | null> {
    return this.#options.screening.address(network, address);
  }

  /** A case for money that goes to a listed address or came from one, in the transaction that writes the movement. */
  async addressSeen(db: Queries, { customerId, movement, address }: MovedBy, hit: AddressHit): Promise<void> {
    const { vault, cases } = this.#options;
    await cases.open(db, {
      customerId,
      kind: 'address',
      subjects: addressSubjects(vault, movement, hit),
      evidence: { figures: { list: hit.list }, movements: [movement] },
      papers: { address, note: hit.note },
    });
  }
}
