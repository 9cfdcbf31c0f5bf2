/** `cluster`: browser tests run against exchanges of several processes instead of one. */
const EXCHANGE = process.env['EXCHANGE'] ?? 'one';
if (EXCHANGE !== 'one' && EXCHANGE !== 'cluster') throw new Error(`EXCHANGE=${EXCHANGE}? one or cluster`);

export const IS_CLUSTER = EXCHANGE === 'cluster';
