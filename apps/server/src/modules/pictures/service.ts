import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@tallystick/core/durations';
import type { PictureKind } from '@tallystick/protocol';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { reEncode } from './re-encode.ts';
import type { SealedPictures } from './sealed-pictures.ts';
import * as store from './store.ts';
import type { Picture, Queries } from './store.ts';

/** Uploads per customer and day: far more than anyone needs, few enough not to fill the disk. */
const UPLOADS_PER_DAY = 60;
/** How long a picture may lie about before something refers to it. */
const KEPT_UNUSED_MS = 2 * DAY_MS;

export interface PicturesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly sealedPictures: SealedPictures;
  readonly now: () => number;
}

export interface PictureBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Pictures customers upload, kept sealed. Whoever refers to one marks it with `use`. */
export class Pictures {
  readonly #options: PicturesOptions;

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /**
   * Keeps a picture of the customer, unused for now. Refuses what is not one still picture; see `reEncode`. Throws
   * picture_unavailable if the object store does not answer.
   */
  async upload(customerId: number, kind: PictureKind, file: Buffer): Promise<Omit<Picture, 'usedBy'>> {
    const { pool, now } = this.#options;
    if ((await store.countSince(pool, customerId, now() - DAY_MS)) >= UPLOADS_PER_DAY) {
      throw new CallFailure('picture_too_many');
    }
    return this.#keep(customerId, kind, file);
  }

  /**
   * Keeps a picture of somebody who is not logged in: whoever has its claim may use it. How many there may be is the
   * caller's to say.
   */
  async uploadClaimed(file: Buffer): Promise<{ readonly pictureId: number; readonly claim: string }> {
    const { id } = await this.#keep(null, 'support', file);
    const [claim = ''] = this.#claimsOf(id);
    return { pictureId: id, claim };
  }

  async #keep(customerId: number | null, kind: PictureKind, file: Buffer): Promise<Omit<Picture, 'usedBy'>> {
    const { pool, vault, sealedPictures, now } = this.#options;
    const clean = await reEncode(file, kind === 'signature' ? 'drawing' : 'photo');
    const id = await nextId(pool, 'pictures');
    const picture = {
      id,
      customerId,
      kind,
      contentType: clean.contentType,
      width: clean.width,
      height: clean.height,
      sizeBytes: clean.bytes.length,
      createdAtMs: now(),
    };
    const hashes = `${clean.pixelHash}:${clean.uploadHash}`;
    const { pixels, uploads } = equalPrints(vault, hashes);
    const prints = {
      pixelPrint: pixels[0],
      uploadPrint: uploads[0],
      sealedHashes: vault.seal(hashesContext(id), hashes),
    };
    await sealedPictures.keep(bytesContext(id), clean.bytes, (db, place) =>
      store.insertPicture(db, picture, { ...prints, ...place }),
    );
    return picture;
  }

  /** By each of the vault's keys, the newest first. */
  #claimsOf(id: number): string[] {
    const prints = this.#options.vault.fingerprints('picture claim', String(id));
    return prints.map(print => print.toString('base64url'));
  }

  /** Deletes pictures that nothing has come to refer to. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await store.deleteForgotten(pool, now() - KEPT_UNUSED_MS);
  }

  /** For the owner. Throws picture_unknown, also for those of others; picture_unavailable. */
  async readOwn(customerId: number, id: number): Promise<PictureBytes> {
    const picture = await store.findPicture(this.#options.pool, id);
    if (picture?.customerId !== customerId) throw unknown('picture_id');
    return this.read(id);
  }

  /** For operators, whose right the caller has checked. Throws picture_unknown and picture_unavailable. */
  async read(id: number): Promise<PictureBytes> {
    const { pool, sealedPictures } = this.#options;
    const picture = await store.findPicture(pool, id);
    const place = await store.placeOf(pool, id);
    if (picture === null || place === null) throw unknown('picture_id');
    return { bytes: await sealedPictures.open(bytesContext(id), place), contentType: picture.contentType };
  }

  /** Deletes one that nothing refers to. Throws picture_unknown and picture_in_use. */
  async remove(customerId: number, id: number): Promise<void> {
    const { pool } = this.#options;
    if (await store.deleteUnused(pool, customerId, id)) return;
    const picture = await store.findPicture(pool, id);
    throw picture?.customerId === customerId
      ? new CallFailure('picture_in_use', { field: 'picture_id' })
      : unknown('picture_id');
  }

  /**
   * Marks a picture as referred to, in the caller's transaction: it is kept from then on and serves nothing else.
   * The same use again changes nothing.
   *
   * @param usedBy what refers to it, such as `deposit:17`
   * @param field the field to point at when it is refused
   * @throws CallFailure picture_unknown (none of the customer's of that kind), picture_in_use
   */
  async use(
    db: Queries,
    wanted: { readonly customerId: number; readonly pictureId: number; readonly kind: PictureKind },
    usedBy: string,
    field = 'picture_id',
  ): Promise<Picture> {
    const picture = await store.findPicture(db, wanted.pictureId, true);
    if (picture?.customerId !== wanted.customerId || picture.kind !== wanted.kind) throw unknown(field);
    if (picture.usedBy !== null && picture.usedBy !== usedBy)
      throw new CallFailure('picture_in_use', { field });
    await store.setUsedBy(db, picture.id, usedBy);
    return { ...picture, usedBy };
  }

  /** The same for one that came with a claim. @throws CallFailure picture_unknown, also for a wrong claim; picture_in_use */
  async useClaimed(
    db: Queries,
    wanted: { readonly pictureId: number; readonly claim: string },
    usedBy: string,
  ): Promise<void> {
    const picture = await store.findPicture(db, wanted.pictureId, true);
    const isClaimed = this.#claimsOf(wanted.pictureId).some(claim => isSameText(claim, wanted.claim));
    if (picture === null || picture.customerId !== null || !isClaimed) throw unknown('pictures');
    if (picture.usedBy !== null && picture.usedBy !== usedBy) {
      throw new CallFailure('picture_in_use', { field: 'pictures' });
    }
    await store.setUsedBy(db, picture.id, usedBy);
  }

  /** What referred to pictures is gone: they may be deleted. In the caller's transaction. */
  async release(db: Queries, usedBy: string): Promise<void> {
    await store.releasePictures(db, usedBy);
  }

  /** Whether two of them show exactly the same, under whatever key each was kept. */
  async showTheSame(db: Queries, ids: readonly number[]): Promise<boolean> {
    const pixels = new Set<string>();
    for (const id of ids) {
      const sealed = await store.sealedHashes(db, id);
      if (sealed === null) throw unknown('picture_id');
      const [pixelHash = ''] = this.#options.vault.openText(hashesContext(id), sealed).split(':');
      pixels.add(pixelHash);
    }
    return pixels.size < ids.length;
  }

  /** Other pictures in use, of any customer, that show exactly the same or came as the same file; oldest first. */
  async replays(pictureId: number, db: Queries = this.#options.pool): Promise<Picture[]> {
    const { vault } = this.#options;
    const sealed = await store.sealedHashes(db, pictureId);
    if (sealed === null) throw unknown('picture_id');
    return store.findEqual(
      db,
      pictureId,
      equalPrints(vault, vault.openText(hashesContext(pictureId), sealed)),
    );
  }
}

export const bytesContext = (id: number): string => `picture:${id}`;
export const hashesContext = (id: number): string => `picture:${id}:hashes`;

/** By which equal pictures are found; newest key first. `hashes`: of the pixels and of the file that came. */
export function equalPrints(vault: Vault, hashes: string) {
  const [pixelHash = '', uploadHash = ''] = hashes.split(':');
  return {
    pixels: vault.fingerprints('picture pixels', pixelHash),
    uploads: vault.fingerprints('picture upload', uploadHash),
  };
}

/** In the same time, wherever they differ. */
function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function unknown(field: string): CallFailure {
  return new CallFailure('picture_unknown', { field });
}
