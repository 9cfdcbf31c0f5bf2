/**
 * Turns journal rows into a state and into table rows. All of it is one bundle, identified by its hash, because later
 * versions of these files may read or write differently: a journal is replayed by the code that wrote it.
 */
export { Exchange, LOGIC_VERSION } from '@tallystick/core';
export { encodeEvents, essentialEvents } from '../idempotency/result-codec.ts';
export { decodeEntries } from '../journal/command-codec.ts';
export { AccountTotals } from '../projections/account-totals.ts';
export { Projections } from '../projections/projections.ts';
