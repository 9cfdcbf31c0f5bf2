import { createHmac, timingSafeEqual } from 'node:crypto';
import { CallFailure } from '../../http/call-failure.ts';

/** What was promised to whom; amounts are minor units as text. */
export type Promised =
  | {
      readonly kind: 'market';
      readonly customerId: number;
      readonly fromCurrencyId: number;
      readonly toCurrencyId: number;
      readonly amount: string;
      readonly least: string;
      readonly expiresAtMs: number;
    }
  | {
      readonly kind: 'dust';
      readonly customerId: number;
      readonly lines: readonly { readonly currencyId: number; readonly amount: string }[];
      readonly least: string;
      readonly expiresAtMs: number;
    };

/**
 * Whether a quote is for coins, and not for the currency everything is counted in: that is buying, and no sale. So is
 * what nobody here has written; whoever takes it for a quote refuses it.
 */
export function isForCoins(text: string, countingId: number): boolean {
  const body = Buffer.from(text.split('.')[0] ?? '', 'base64url').toString();
  return !body.includes(`"toCurrencyId":${countingId},`);
}

/**
 * Quotes as texts that only this server can write. Nothing is stored: the same text gives the same command after a restart
 * too, so that a repeated request finds its first answer; and the exchange itself refuses what is over.
 */
export class SignedQuotes {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  write(promised: Promised): string {
    const body = Buffer.from(JSON.stringify(promised)).toString('base64url');
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** Throws quote_invalid for what was not written here, or for somebody else, or for something else. */
  read<Kind extends Promised['kind']>(
    text: string,
    kind: Kind,
    customerId: number,
  ): Extract<Promised, { kind: Kind }> {
    const [body = '', signature = ''] = text.split('.');
    const given = Buffer.from(signature, 'base64url');
    const own = this.#sign(body);
    if (given.length !== own.length || !timingSafeEqual(given, own)) throw new CallFailure('quote_invalid');
    const promised = JSON.parse(Buffer.from(body, 'base64url').toString()) as Promised;
    if (promised.kind !== kind || promised.customerId !== customerId) throw new CallFailure('quote_invalid');
    return promised as Extract<Promised, { kind: Kind }>;
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(`convert quote\n${body}`).digest();
  }
}
