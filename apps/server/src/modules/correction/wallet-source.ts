import type pg from 'pg';
import { idsOf, type WalletSource } from '../wallet/source.ts';
import { goodwillTexts } from './goodwill-store.ts';

/** The reasons of goodwill payments. */
export function correctionWalletSource(pool: pg.Pool): WalletSource {
  return {
    async entries(_customerId, references) {
      const texts = await goodwillTexts(pool, idsOf(references, 'goodwill'));
      return new Map([...texts].map(([id, goodwill]) => [`goodwill:${id}`, { goodwill }]));
    },
  };
}
