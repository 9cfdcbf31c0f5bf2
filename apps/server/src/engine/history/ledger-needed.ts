import type { Queries } from '../../database/rows.ts';

/**
 * The first posting that must stay as it is: the company's books have not counted it yet, and from a sum of some that they
 * have counted and some they have not, they could not go on. Infinity: they have not begun.
 */
export async function ledgerNeededFrom(db: Queries): Promise<number> {
  const { rows } = await db.query<{ posting_id: string }>('select posting_id from company_position');
  const counted = Number(rows[0]?.posting_id ?? 0);
  return counted === 0 ? Infinity : counted + 1;
}
