/**
 * `bench:option`: what second options cost where it matters. Each half measures one thing and returns its rows:
 * `option/settlement.ts` the exchange settling what expires in one tick, `option/verification.ts` a customer's
 * browser checking one receipt.
 *
 *   --json    one JSON array on standard output and nothing else
 *   --quick   a tenth of the work, held to no goals
 */
import { measureSettlement } from './option/settlement.ts';
import { measureVerification } from './option/verification.ts';
import { report } from './report.ts';

const quick = process.argv.includes('--quick');
report([...measureSettlement(quick), ...(await measureVerification(quick))], [`Node ${process.version}`]);
