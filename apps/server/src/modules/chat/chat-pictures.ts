import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { countRows, insertRow, nextId } from '../../database/rows.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Allowances } from '../account/allowances.ts';
import { reEncode } from '../pictures/re-encode.ts';
import type { SealedPictures, SealedPlace } from '../pictures/sealed-pictures.ts';
import {
  OPERATOR_PICTURES_PER_DAY,
  PICTURE_KEPT_MS,
  PICTURES_PER_DAY,
  VISITOR_PICTURES_OF_ALL,
  VISITOR_PICTURES_OF_NETWORK,
} from './bounds.ts';
import type { Queries } from './cases.ts';
import type { ChatPicture } from './messages.ts';
import type { Owner } from './owner.ts';

export interface ChatPicturesOptions {
  readonly pool: pg.Pool;
  readonly sealedPictures: SealedPictures;
  readonly allowances: Pick<Allowances, 'take'>;
  readonly now: () => number;
}

export interface ChatPictureBytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Whose a picture is: a customer's, a visitor's, or an operator's. */
type Uploader = Owner | { readonly operatorId: number };

const UPLOADED = '(customer_id = $1 or visitor_hash = $2 or operator_id = $3)';

function ids(
  uploader: Uploader,
): [customerId: number | null, visitorHash: Buffer | null, operatorId: number | null] {
  return 'operatorId' in uploader
    ? [null, null, uploader.operatorId]
    : [uploader.customerId, uploader.visitorHash, null];
}

/**
 * Pictures in conversations. Separate from `pictures`, which are customers' evidence: visitors may send chat pictures, too,
 * and a chat picture must not be used as a voucher.
 */
export class ChatPictures {
  readonly #options: ChatPicturesOptions;

  constructor(options: ChatPicturesOptions) {
    this.#options = options;
  }

  /** Stores a picture, encoded anew. Throws picture_too_many, picture_unavailable, and as `reEncode`. */
  async upload(uploader: Uploader, file: Buffer, address: string): Promise<ChatPicture> {
    const { pool, sealedPictures, now } = this.#options;
    const uploaded = `chat_pictures where ${UPLOADED} and created_at_ms >= $4`;
    const today = await countRows(pool, uploaded, [...ids(uploader), now() - DAY_MS]);
    const most = 'operatorId' in uploader ? OPERATOR_PICTURES_PER_DAY : PICTURES_PER_DAY;
    if (today >= most) throw new CallFailure('picture_too_many');
    if ('visitorHash' in uploader && uploader.visitorHash !== null) await this.#takeVisitors(address);
    const clean = await reEncode(file, 'photo');
    const id = await nextId(pool, 'chat_pictures');
    const { bytes, contentType, width, height } = clean;
    const [customerId, visitorHash, operatorId] = ids(uploader);
    const row = {
      id,
      customerId,
      visitorHash,
      operatorId,
      contentType,
      width,
      height,
      sizeBytes: bytes.length,
      createdAtMs: now(),
    };
    await sealedPictures.keep(contextOf(id), bytes, (db, place) =>
      insertRow(db, 'chat_pictures', { ...row, ...place }),
    );
    return { id, width, height };
  }

  /** Attaches a picture of the uploader's to the case; possible once. Throws picture_unknown. */
  async use(db: Queries, uploader: Uploader, id: number, caseId: number): Promise<void> {
    const { rowCount } = await db.query(
      `update chat_pictures set case_id = $5 where ${UPLOADED} and id = $4 and case_id is null`,
      [...ids(uploader), id, caseId],
    );
    if (rowCount !== 1) throw unknown();
  }

  /** For the customer or visitor who uploaded it or got it from the desk. Throws picture_unknown, also for others' pictures. */
  async readOwn(owner: Owner, id: number): Promise<ChatPictureBytes> {
    return this.#read(
      `id = $3 and (customer_id = $1 or visitor_hash = $2 or operator_id is not null and case_id in
         (select c.id from chat_cases c where c.customer_id = $1 or c.visitor_hash = $2))`,
      [owner.customerId, owner.visitorHash, id],
      id,
    );
  }

  /** A picture of the case, for the desk. Throws picture_unknown. */
  async readOfCase(caseId: number, id: number): Promise<ChatPictureBytes> {
    return this.#read('case_id = $1 and id = $2', [caseId, id], id);
  }

  /** Deletes pictures that no message uses. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from chat_pictures where case_id is null and created_at_ms < $1', [
      now() - PICTURE_KEPT_MS,
    ]);
  }

  /** One network must not use up what all have. */
  async #takeVisitors(address: string): Promise<void> {
    const { allowances } = this.#options;
    const isOver =
      (await allowances.take(`chat-picture:${networkOf(address)}`, VISITOR_PICTURES_OF_NETWORK)) > 0 ||
      (await allowances.take('chat-picture', VISITOR_PICTURES_OF_ALL)) > 0;
    if (isOver) throw new CallFailure('picture_too_many');
  }

  async #read(where: string, values: readonly unknown[], id: number): Promise<ChatPictureBytes> {
    const { rows } = await this.#options.pool.query<SealedPlace & { content_type: string }>(
      `select sealed, object_key as "objectKey", content_type from chat_pictures where ${where}`,
      [...values],
    );
    const [row] = rows;
    if (row === undefined) throw unknown();
    return {
      bytes: await this.#options.sealedPictures.open(contextOf(id), row),
      contentType: row.content_type,
    };
  }
}

export const contextOf = (id: number): string => `chat-picture:${id}`;

function unknown(): CallFailure {
  return new CallFailure('picture_unknown', { field: 'picture_id' });
}
