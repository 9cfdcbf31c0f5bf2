import { ADVANCED_FIELDS as SIDES } from '@tallystick/protocol/calls/identity';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import type { OfficeBodies } from '../../events/event.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Pictures } from '../pictures/service.ts';
import { completeFields, type BasicFields } from './fields.ts';
import { documentPrints, openFields, openNote, sealFields } from './sealing.ts';
import * as store from './store.ts';
import type { Application, Level, PictureIds, Queries } from './store.ts';

export interface IdentityOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly pictures: Pictures;
  readonly gates: Gates;
  readonly now: () => number;
}

/** Who may be a customer at all. */
export interface Gates {
  /** @throws CallFailure country_not_served, missing_field, too_young */
  refuse(fields: BasicFields): void;
  /** Compares a customer with the lists, before somebody verifies them. @throws CallFailure compliance_hold, and as above */
  beforeVerified(customerId: number): Promise<void>;
}

const KINDS = { front: 'identity_front', back: 'identity_back', holding: 'identity_holding' } as const;

/** A customer's verification: the newest application of each level. */
export interface Identity extends Readonly<Record<Level, Application | null>> {
  /** The highest that is verified. */
  readonly level: 'none' | Level;
  readonly fields: BasicFields | null;
  /** The operators' words to the customer. */
  readonly notes: Readonly<Record<Level, string | null>>;
}

/** Those that were sent. */
type SentPictures = { readonly [Side in keyof PictureIds]?: number | undefined };

/** What redo names a field, and where it is kept. */
const KEPT_AS = {
  country: 'country',
  full_name: 'fullName',
  birth_date: 'birthDate',
  id_number: 'idNumber',
  contact_address: 'contactAddress',
} as const;

/** Identity verification as customers see it: basic first, then advanced, each decided on the desk. */
export class IdentityService {
  readonly #options: IdentityOptions;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** Both levels; `customers.verification` is `verified` exactly when this is `advanced`. */
  async level(customerId: number, db: Queries = this.#options.pool): Promise<Identity['level']> {
    // The house's and seeded customers are verified without an application.
    if (await store.isMarkedVerified(db, customerId)) return 'advanced';
    const { basic } = await store.newestOf(db, customerId);
    return basic?.state === 'verified' ? 'basic' : 'none';
  }

  async state(customerId: number): Promise<Identity> {
    const { pool, vault } = this.#options;
    const newest = await store.newestOf(pool, customerId);
    const noteOf = (one: Application | null) => (one === null ? null : openNote(vault, one));
    return {
      level: await this.level(customerId),
      ...newest,
      fields: newest.basic === null ? null : openFields(vault, newest.basic),
      notes: { basic: noteOf(newest.basic), advanced: noteOf(newest.advanced) },
    };
  }

  /** Fields that a rejection did not ask for again may be left out. */
  async applyBasic(customerId: number, sent: Partial<BasicFields>): Promise<Identity> {
    const { pool, vault, gates, now } = this.#options;
    await inTransaction(pool, async client => {
      const { basic } = await this.#standing(client, customerId, 'basic');
      const fields = completeFields({ ...this.#keptFields(basic), ...sent });
      gates.refuse(fields);
      const prints = documentPrints(vault, fields);
      const others = await store.othersWithDocument(client, customerId, prints);
      if (others.some(other => other.state === 'verified')) {
        throw new CallFailure('identity_document_used', { field: 'id_number' });
      }
      const id = await nextId(client, 'identity_applications');
      const sealed = sealFields(vault, id, fields);
      await store.insertBasic(client, { id, customerId, sealed, documentPrint: prints[0], atMs: now() });
      await this.#applied(client, customerId, { applicationId: id, level: 'basic' });
      await store.markCustomer(client, customerId, 'under_review');
    });
    return this.state(customerId);
  }

  /** With pictures that were uploaded before; what a rejection did not ask for again may be left out. */
  async applyAdvanced(customerId: number, sent: SentPictures): Promise<Identity> {
    const { pool, pictures, now } = this.#options;
    const given = SIDES.flatMap(side => sent[side] ?? []);
    if (new Set(given).size < given.length) throw new CallFailure('pictures_alike');
    await inTransaction(pool, async client => {
      const { basic, advanced } = await this.#standing(client, customerId, 'advanced');
      if (basic?.state !== 'verified') throw new CallFailure('identity_basic_first');
      const wanted = completePictures({ ...keptPictures(advanced), ...sent });
      for (const side of SIDES) {
        const picture = { customerId, pictureId: wanted[side], kind: KINDS[side] };
        await pictures.use(client, picture, `identity:${customerId}`, side);
      }
      if (await pictures.showTheSame(client, Object.values(wanted))) throw new CallFailure('pictures_alike');
      const id = await nextId(client, 'identity_applications');
      await store.insertAdvanced(client, { id, customerId, pictures: wanted, atMs: now() });
      await this.#applied(client, customerId, { applicationId: id, level: 'advanced' });
      await store.markCustomer(client, customerId, 'under_review');
    });
    return this.state(customerId);
  }

  #applied(client: Queries, customerId: number, body: OfficeBodies['identityApplied']): Promise<void> {
    return appendToFeed(client, { kind: 'identityApplied', customerId, atMs: this.#options.now(), body });
  }

  /** The newest applications, with the customer locked, once it is clear that the level may be applied for. */
  async #standing(
    client: Queries,
    customerId: number,
    level: Level,
  ): Promise<Readonly<Record<Level, Application | null>>> {
    const overall = await store.lockCustomer(client, customerId);
    const newest = await store.newestOf(client, customerId);
    if (overall === 'verified' || newest[level]?.state === 'verified') {
      throw new CallFailure('identity_already_verified');
    }
    if (newest[level]?.state === 'under_review') throw new CallFailure('identity_under_review');
    return newest;
  }

  /** Of a rejected application, what need not be done again. */
  #keptFields(rejected: Application | null): Partial<BasicFields> {
    if (rejected === null) return {};
    const kept: Partial<Record<keyof BasicFields, string | null>> = {
      ...openFields(this.#options.vault, rejected),
    };
    for (const [name, key] of Object.entries(KEPT_AS)) {
      if (rejected.redo.some(one => one === name)) delete kept[key];
    }
    return kept as Partial<BasicFields>;
  }
}

function keptPictures(rejected: Application | null): SentPictures {
  if (rejected === null) return {};
  const kept = SIDES.filter(side => !rejected.redo.includes(side));
  return Object.fromEntries(kept.map(side => [side, rejected.pictures?.[side]]));
}

function completePictures(pictures: SentPictures): PictureIds {
  const of = (side: keyof PictureIds): number => {
    const id = pictures[side];
    if (id === undefined) throw new CallFailure('missing_field', { field: side });
    return id;
  };
  return { front: of('front'), back: of('back'), holding: of('holding') };
}
