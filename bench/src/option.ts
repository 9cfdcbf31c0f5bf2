/**
 * `bench:option`: the cost of options that last seconds or minutes. `option/settlement.ts` measures how fast the
 * exchange settles all that expire in one tick, `option/verification.ts` how fast a customer's browser checks one
 * receipt.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the work, without goals
 */
import { measureSettlement } from './option/settlement.ts';
import { measureVerification } from './option/verification.ts';
import { report } from './report.ts';

const quick = process.argv.includes('--quick');
report([...measureSettlement(quick), ...(await measureVerification(quick))], [`Node ${process.version}`]);
