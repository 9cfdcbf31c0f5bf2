/** `cluster`: tests meet exchanges of several processes, or the engine of one beside the core's, instead of one for all. */
const EXCHANGE = process.env['EXCHANGE'] ?? 'one';
if (EXCHANGE !== 'one' && EXCHANGE !== 'cluster') throw new Error(`EXCHANGE=${EXCHANGE}? one or cluster`);

export const IS_CLUSTER = EXCHANGE === 'cluster';
