import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Pictures } from '../pictures/service.ts';
import { agreementBody, agreementHash, AGREEMENT_TEXTS, AGREEMENT_VERSION } from './texts/texts.ts';

export interface AgreementOptions {
  readonly pool: pg.Pool;
  readonly pictures: Pictures;
  readonly now: () => number;
}

export interface SignedAgreement {
  readonly version: string;
  readonly language: Language;
  readonly sha256: string;
  readonly pictureId: number;
  readonly signedAtMs: number;
}

/** Of a `SignedAgreement`. Times and ids stay exact in float8. */
const COLUMNS = `version, language, sha256, picture_id::float8 as "pictureId", signed_at_ms::float8 as "signedAtMs"`;

/** The service agreement and its signatures. */
export class AgreementService {
  readonly #options: AgreementOptions;

  constructor(options: AgreementOptions) {
    this.#options = options;
  }

  /** Null if the customer never signed any. */
  async newestSignature(customerId: number): Promise<SignedAgreement | null> {
    const { rows } = await this.#options.pool.query<SignedAgreement>(
      `select ${COLUMNS} from agreement_signatures
        where customer_id = $1 order by id desc limit 1`,
      [customerId],
    );
    return rows[0] ?? null;
  }

  /** Also stores the text, so that it stays readable after the agreement has changed. Throws agreement_changed, agreement_signed. */
  async sign(
    customerId: number,
    language: Language,
    seen: { readonly version: string; readonly sha256: string },
    pictureId: number,
  ): Promise<SignedAgreement> {
    const { pool, pictures, now } = this.#options;
    const text = AGREEMENT_TEXTS[language];
    // Only the text that was on the screen can be signed.
    if (seen.version !== AGREEMENT_VERSION || seen.sha256 !== agreementHash(text)) {
      throw new CallFailure('agreement_changed');
    }
    return inTransaction(pool, async client => {
      await client.query('select id from customers where id = $1 for update', [customerId]);
      const signed = await client.query(
        'select 1 from agreement_signatures where customer_id = $1 and version = $2',
        [customerId, AGREEMENT_VERSION],
      );
      if (signed.rows.length > 0) throw new CallFailure('agreement_signed');
      await client.query(
        `insert into agreement_texts (version, language, sha256, body) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [AGREEMENT_VERSION, language, seen.sha256, agreementBody(text)],
      );
      const picture = { customerId, pictureId, kind: 'signature' as const };
      await pictures.use(client, picture, `agreement:${customerId}:${AGREEMENT_VERSION}`);
      const { rows } = await client.query<SignedAgreement>(
        `insert into agreement_signatures (customer_id, version, language, sha256, picture_id, signed_at_ms)
         values ($1, $2, $3, $4, $5, $6)
         returning ${COLUMNS}`,
        [customerId, AGREEMENT_VERSION, language, seen.sha256, pictureId, now()],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('the signature was not written');
      return row;
    });
  }
}
