import { verifyProjections } from '../engine/projections/verify.ts';
import type { AuditCheck } from './audit-check.ts';
import { companyBooks } from './company-books.ts';
import { decidedMoney } from './decided-money.ts';
import { oldKeys } from './key-check.ts';
import { liabilityPoints } from './liability-points.ts';
import { archivedPrices } from './price-log-check.ts';
import { reserveRows } from './reserve-rows.ts';
import { profitProofs } from './profit-proofs.ts';
import { signedLogs } from './signed-logs.ts';

/** Checks of tables against each other and the state, for faults that no single row shows. */
const projections: AuditCheck = async ({ stored, exchange }) => {
  const [problem] = await verifyProjections(stored, exchange);
  if (problem === undefined) return null;
  return { table: 'projections', key: 'sums', stored: null, computed: null, what: problem };
};

/** Run in this order, after every row of the audited tables was found correct. */
export const BUILT_IN_CHECKS: readonly AuditCheck[] = [
  oldKeys,
  archivedPrices,
  projections,
  signedLogs,
  liabilityPoints,
  reserveRows,
  decidedMoney,
  companyBooks,
  profitProofs,
];
