import { createHmac, timingSafeEqual } from 'node:crypto';
import { CallFailure } from '../../http/call-failure.ts';

/** What was guaranteed to which customer; amounts are minor units as text. */
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

/** Whether a quote buys coins; one into USDT sells them. Invalid quotes count as purchases, and `read` refuses them. */
export function isForCoins(text: string, usdtId: number): boolean {
  const body = Buffer.from(text.split('.')[0] ?? '', 'base64url').toString();
  return !body.includes(`"toCurrencyId":${usdtId},`);
}

/**
 * Quotes as signed texts that only this server can write. Nothing is stored: after a restart the same text still gives
 * the same command, so a repeated request finds its first answer. The exchange refuses expired quotes.
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

  /** Throws quote_invalid for a text not written here, for another customer or for another purpose. */
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
