/** `cluster`: tests meet exchanges of several processes, or the engine of one beside the core's, instead of one for all. */
const EXCHANGE = process.env['EXCHANGE'] ?? 'one';
if (EXCHANGE !== 'one' && EXCHANGE !== 'cluster') throw new Error(`EXCHANGE=${EXCHANGE}? one or cluster`);

export const IS_CLUSTER = EXCHANGE === 'cluster';

/** Tests that cannot hold there by their nature. */
const NOT_IN_CLUSTERS: readonly { readonly test: string; readonly why: string }[] = [
  {
    test: 'ten thousand options expiring in the same second are settled before the next tick',
    why: 'core and follower share one thread here, and with ten thousand commands at once neither answers NATS in time',
  },
];

/** Finds all other tests by their names. */
export const OTHER_TESTS = new RegExp(`^(?!.*(${NOT_IN_CLUSTERS.map(({ test }) => test).join('|')}))`);
