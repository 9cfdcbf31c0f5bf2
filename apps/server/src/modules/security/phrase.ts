import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { PasswordProof } from './password-proof.ts';
import type { Tryer } from './tries.ts';

const SHORTEST = 4;
const LONGEST = 30;
/** Text that a mail program might turn into a link. */
const LINK = /:\/\/|www\.|@/i;

export interface PhraseOptions {
  readonly pool: pg.Pool;
  readonly passwordProof: PasswordProof;
}

/** The anti-phishing phrase: all our mails contain it, and a forger does not know it. */
export class Phrase {
  readonly #options: PhraseOptions;

  constructor(options: PhraseOptions) {
    this.#options = options;
  }

  /** An empty one removes it. Throws phrase_invalid. */
  async set(by: Tryer, phrase: string, password: string): Promise<string | null> {
    const { pool, passwordProof } = this.#options;
    const text = phrase.replaceAll(/\s+/g, ' ').trim();
    const { length } = [...text];
    if (text !== '' && (length < SHORTEST || length > LONGEST || LINK.test(text))) {
      throw new CallFailure('phrase_invalid', { field: 'phrase' });
    }
    await passwordProof.check(by, password);
    const kept = text === '' ? null : text;
    await pool.query('update customers set anti_phishing = $2 where id = $1', [by.customerId, kept]);
    return kept;
  }
}
