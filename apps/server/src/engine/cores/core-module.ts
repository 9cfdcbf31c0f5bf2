/**
 * What turns journal rows into a state and into the tables' rows. All of it is one bundle, known by its hash: a later
 * version of any of these files may read or write otherwise, and the journal keeps the code it was written by.
 */
export { Exchange, LOGIC_VERSION } from '@tallystick/core';
export { encodeEvents, essentialEvents } from '../idempotency/result-codec.ts';
export { decodeEntries } from '../journal/command-codec.ts';
export { AccountTotals } from '../projections/account-totals.ts';
export { Projections } from '../projections/projections.ts';
