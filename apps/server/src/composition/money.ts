import { createBooks } from '../modules/books/module.ts';
import { createCorrections } from '../modules/correction/module.ts';
import { createCustody } from '../modules/custody/module.ts';
import { createLiability } from '../modules/liability/module.ts';
import { createMoney } from '../modules/money/module.ts';
import { createReserves } from '../modules/reserves/module.ts';
import { createIntegrity } from '../payout-hold/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';
import type { Identification } from './identification.ts';
import type { Notifications } from './notifications.ts';

export type MoneyArea = ReturnType<typeof composeMoney>;

/** Deposits, withdrawals, custody, corrections, and `integrity`, which can hold withdrawals back. */
export function composeMoney(
  base: Base,
  { security }: Access,
  { news }: Notifications,
  identification: Identification,
) {
  const corrections = createCorrections({ ...base, news });
  const money = createMoney({ ...base, ...identification, security, news, corrections });
  const custody = createCustody(base);
  const liability = createLiability(base);
  const reserves = createReserves({ ...base, ...identification });
  const books = createBooks(base);
  const modules = [corrections, money, custody, liability, reserves, books, createIntegrity(base)];
  return { corrections, money, custody, liability, reserves, books, modules };
}
