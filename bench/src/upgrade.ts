/**
 * `bench:upgrade`: how long nobody answers while an exchange goes on with another version, which stands by in a process of its
 * own: one with the same core, and one with another logic version, which has to convert the state. Commits are durable.
 *
 *   --customers N    default 20,000, each with three balances and an order
 *   --json           one JSON array on standard output and nothing else
 */
import { parseArgs } from 'node:util';
import { infoRow, progress, report } from './report.ts';
import { measureCut } from './upgrade/cut.ts';

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '20000' },
    json: { type: 'boolean', default: false },
  },
});
const customers = Number(values.customers);
if (!Number.isInteger(customers) || customers < 1) throw new RangeError('--customers N');

progress(`${customers} customers`);
const { same, other, bytes } = await measureCut(customers, progress);
report(
  [
    infoRow('customers', customers, '', 'higher'),
    infoRow('state', bytes / 1e6, 'MB', 'lower'),
    infoRow('same core: nobody answers', same.pauseMs, 'ms', 'lower'),
    infoRow('  the old one ends', same.stopMs, 'ms', 'lower'),
    infoRow('another logic version: nobody answers', other.pauseMs, 'ms', 'lower'),
    infoRow('  the old one ends', other.stopMs, 'ms', 'lower'),
  ],
  [
    'The old one drains, writes the state down and ends; the new one takes the lease, and converts it if it must.',
  ],
);
