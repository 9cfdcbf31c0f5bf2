import type { CheckName, ProofKind, Report } from './report.ts';

/** The stand-alone verifier reports in English; programs use the codes (`--json`). */

export const TITLES: Readonly<Record<CheckName, string>> = {
  format: 'The file',
  terms: 'Terms fixed at purchase',
  head: 'No coming price was known',
  chain: 'No price is missing',
  entry: 'Entry price',
  exit: 'Exit price',
  result: 'Result',
  payout: 'Payout',
  signature: 'Signature',
  inclusion: 'Part of the signed log',
  consistency: 'The log only grew',
  index: 'Index price, as published',
  mark: 'Mark price, the median of three',
  equity: 'Margin and profit',
  maintenance: 'Maintenance margin',
  liquidation: 'Liquidation price',
  bankruptcy: 'Bankruptcy price',
  reached: 'The mark price had reached it',
  lots: 'Lots',
  liquidation_fee: 'To the insurance fund',
  fee: 'Fee',
  returned: 'Came back',
  premium: 'Premium, the mean of its samples',
  rate: 'Funding rate',
  amount: 'Amount',
  kept: 'Liquidation price after it',
  rank: 'Rank',
  order: 'Place in the line',
  value: 'At the bankruptcy price',
  profit: 'Profit of the lots',
  closed_for: 'Closed for',
  profit_long: 'Profit of the long',
  profit_short: 'Profit of the short',
  root: 'The list has the published root',
  shares: 'Every allocation follows from the list',
  own: 'Your own line',
  dates: 'First and last day',
  promised: 'Interest promised',
  days: 'Interest, day by day',
  earned: 'Interest so far',
  next: 'Next payment',
  penalty: 'Penalty',
  holder: 'Made out to you',
  parts: 'Its parts and its leaves are worth the same',
  tree: 'Counted in the totals that were published',
  shown: 'What you were shown at that moment',
  same: 'The same roots as seen before',
};

export const MARKS = { passed: '✓', failed: '✗', not_checkable: '·' } as const;

export const HEADLINES: Readonly<Record<Report['verdict'], string>> = {
  right: 'The result is right.',
  wrong: 'SOMETHING DOES NOT FIT. Do not trust this result.',
  unfinished: 'It is not settled yet; so far everything fits.',
  unchecked: 'Nothing here could be checked.',
};

/** Of a proof of what is owed that has no statement. */
export const NOTHING_OWED =
  'It says that nothing was owed to you. If you had anything at that moment, you were left out.';

const RECORDS = [
  'It proves: the figures follow from what was recorded, by the published rules. It does not prove that what was',
  'recorded is all there was: compare it with your own records.',
];
/** What a report without errors proves. */
export const WORTH: Readonly<Record<ProofKind, readonly string[]>> = {
  option: [
    'It proves: the terms were fixed before the entry price existed; no price was added, left out, moved or',
    'changed afterwards; result and payout follow from the published rule. It does not prove that the index',
    'equals every market in the world, or that no price was held back before it was numbered: each tick',
    'lists its sources, so that you can compare.',
  ],
  liquidation: RECORDS,
  funding: RECORDS,
  topup: RECORDS,
  trigger: RECORDS,
  deleveraging: RECORDS,
  offset: RECORDS,
  allocation: [
    'It proves: with this list, frozen under this root, everybody was allocated what the published rule gives.',
    'Compare the root with the one that the offer shows, or give it with --root.',
  ],
  trust: RECORDS,
  liability: [
    'It proves: this amount, made out to this log-in name, is within the total that the exchange published for that',
    'moment. It does not prove that the exchange holds as much, nor that others are counted: each checks their own.',
    'A currency that is not named in it is said not to be owed to you at all: compare with what you had.',
    'Whoever has the file of another customer, or its record’s hash, can compare: --against OTHER.json or HASH.',
  ],
};
