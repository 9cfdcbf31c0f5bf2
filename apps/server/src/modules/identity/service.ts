import type { CallRequest, WireIdentity } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import type { OfficeBodies } from '../../events/event.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Pictures } from '../pictures/service.ts';
import { completeFields, readBasicFields, type BasicFields } from './fields.ts';
import { documentPrints, openFields, openNote, sealFields } from './sealing.ts';
import * as store from './store.ts';
import type { Application, Level, PictureIds, Queries } from './store.ts';
import { wireIdentity } from './wire.ts';

export interface IdentityOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly pictures: Pictures;
  readonly now: () => number;
}

const KINDS = { front: 'identity_front', back: 'identity_back', holding: 'identity_holding' } as const;
const SIDES = ['front', 'back', 'holding'] as const;

/** What redo names a field, and where it is kept. */
const KEPT_AS = {
  country: 'country',
  full_name: 'fullName',
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
  async level(customerId: number, db: Queries = this.#options.pool): Promise<WireIdentity['level']> {
    // The house and seeded customers are marked without ever applying.
    if (await store.isMarkedVerified(db, customerId)) return 'advanced';
    const { basic } = await store.newestOf(db, customerId);
    return basic?.state === 'verified' ? 'basic' : 'none';
  }

  async state(customerId: number): Promise<WireIdentity> {
    const { pool, vault } = this.#options;
    const newest = await store.newestOf(pool, customerId);
    const { basic, advanced } = newest;
    return wireIdentity({
      level: await this.level(customerId),
      ...newest,
      fields: basic === null ? null : openFields(vault, basic),
      notes: {
        basic: basic === null ? null : openNote(vault, basic),
        advanced: advanced === null ? null : openNote(vault, advanced),
      },
    });
  }

  /** `user/real_name`. What a rejection did not ask for again may be left out. */
  async applyBasic(customerId: number, input: CallRequest<'POST user/real_name'>): Promise<WireIdentity> {
    const { pool, vault, now } = this.#options;
    const sent = readBasicFields(input);
    await inTransaction(pool, async client => {
      const { basic } = await this.#standing(client, customerId, 'basic');
      const fields = completeFields({ ...this.#keptFields(basic), ...sent });
      const prints = documentPrints(vault, fields);
      const others = await store.othersWithDocument(client, customerId, prints);
      if (others.some(other => other.state === 'verified')) {
        throw new CallFailure('identity_document_used', { field: 'id_number' });
      }
      const id = await store.nextApplicationId(client);
      const sealed = sealFields(vault, id, fields);
      await store.insertBasic(client, { id, customerId, sealed, documentPrint: prints[0], atMs: now() });
      await this.#applied(client, customerId, { applicationId: id, level: 'basic' });
      await store.markCustomer(client, customerId, 'under_review');
    });
    return this.state(customerId);
  }

  /** `user/real_name2`. */
  async applyAdvanced(customerId: number, input: CallRequest<'POST user/real_name2'>): Promise<WireIdentity> {
    const { pool, pictures, now } = this.#options;
    refuseRepeated(input);
    await inTransaction(pool, async client => {
      const { basic, advanced } = await this.#standing(client, customerId, 'advanced');
      if (basic?.state !== 'verified') throw new CallFailure('identity_basic_first');
      const wanted = completePictures({ ...keptPictures(advanced), ...input });
      for (const side of SIDES) {
        const picture = { customerId, pictureId: wanted[side], kind: KINDS[side] };
        await pictures.use(client, picture, `identity:${customerId}`, side);
      }
      if (await store.showTheSame(client, Object.values(wanted))) throw new CallFailure('pictures_alike');
      const id = await store.nextApplicationId(client);
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

function keptPictures(rejected: Application | null): Partial<PictureIds> {
  if (rejected === null) return {};
  const kept = SIDES.filter(side => !rejected.redo.includes(side));
  return Object.fromEntries(kept.map(side => [side, rejected.pictures?.[side]]));
}

function completePictures(pictures: {
  readonly [Side in keyof PictureIds]?: number | undefined;
}): PictureIds {
  const of = (side: keyof PictureIds): number => {
    const id = pictures[side];
    if (id === undefined) throw new CallFailure('missing_field', { field: side });
    return id;
  };
  return { front: of('front'), back: of('back'), holding: of('holding') };
}

function refuseRepeated(input: CallRequest<'POST user/real_name2'>): void {
  const given = SIDES.flatMap(side => input[side] ?? []);
  if (new Set(given).size < given.length) throw new CallFailure('pictures_alike');
}
