import { formatMinor } from '@tallystick/core/money/decimal';
import { isHash } from './bytes.ts';
import type { Checkpoint, EntryKind } from './checkpoint.ts';
import { checkKept, readKept, type KeptLog } from './kept.ts';
import { readVerifierKey, type NoteKey } from './note.ts';
import { verifyTicks, type LoggedTick } from './price-log.ts';
import { openPromise } from './promise.ts';
import { verifyOption } from './proof.ts';
import type { Report, Step } from './report.ts';
import { receiptFault, termsHash, type OptionReceipt } from './receipt.ts';

/** What the stand-alone verifier is given by whoever runs it: no network among it. */
export interface CliWorld {
  /** The text of a file. @throws if it cannot be read */
  readonly read: (file: string) => string;
  readonly print: (line: string) => void;
}

const USAGE = `Checks what Tallystick published, offline.

  tallystick-verify PROOF.json [--receipt RECEIPT.json] [--key KEY]... [--json]
      A proof as the app's "Download proof" saves it: works the result of the option out again. With the receipt that
      was saved when the option was bought, its terms are compared, too.
  tallystick-verify RECEIPT.json --key KEY
      A receipt alone: whether the exchange signed these terms.
  tallystick-verify PRICES.ndjson [--json]
      Prices as the app or the archive hands them out (gzip or not): recomputes the chain.
  tallystick-verify EARLIER LATER GROWTH --key KEY
      Two checkpoints that you kept and the proof between them, of the price log (price_log/checkpoint and
      price_log/consistency?from=&to=), the journal or the operators' audit log (signed_log/checkpoint?log= and
      signed_log/consistency?log=&from=&to=): whether the log only grew.

  --key KEY   Trust this key only, as the price log's page shows it: NAME+ID+BASE64. Without it, the key that the
              proof itself names is used, which proves that the proof is of one piece, not whose it is.
  --json      The report as JSON.

Ends with 0 if everything fits, 1 if something does not, 2 if it could not be checked.`;

/** Runs the stand-alone verifier; returns its exit code. */
export function runCli(args: readonly string[], world: CliWorld): number {
  const files: string[] = [];
  const keys: NoteKey[] = [];
  let json = false;
  let receipt: string | null = null;
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (word === '--json') json = true;
    else if (word === '--key') {
      const key = readVerifierKey(args[++i] ?? '');
      if (key === null) return complain(world, 'This is not a key of a price log.');
      keys.push(key);
    } else if (word === '--receipt') receipt = args[++i] ?? '';
    else if (word.startsWith('-')) return complain(world, USAGE);
    else files.push(word);
  }
  if (files.length !== 1 && (files.length !== 3 || receipt !== null)) return complain(world, USAGE);
  const texts: string[] = [];
  for (const file of receipt === null ? files : [...files, receipt]) {
    try {
      texts.push(world.read(file));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return complain(world, `${file} cannot be read: ${reason}`);
    }
  }
  const [first = '', second = '', third = ''] = texts;
  if (files.length === 3) return checkGrowth(readKept([first, second, third]), keys, json, world);
  const saved = receipt === null ? null : readReceipt(second);
  if (receipt !== null && saved === null) return complain(world, `${receipt} is no receipt of an option.`);
  return checkFile(first, files[0]!, { keys, json, saved }, world);
}

interface Wanted {
  readonly keys: readonly NoteKey[];
  readonly json: boolean;
  /** The receipt as it was saved at purchase. */
  readonly saved: SavedReceipt | null;
}

function checkFile(text: string, file: string, { keys, json, saved }: Wanted, world: CliWorld): number {
  const prices = readPrices(text);
  if (prices !== null) return checkPrices(prices, json, world);
  let proof: unknown;
  try {
    proof = JSON.parse(text);
  } catch {
    return complain(world, `${file} is neither a proof nor a list of prices.`);
  }
  const bare = readReceipt(text);
  if (bare !== null) return checkReceipt(bare, keys, world);
  const report = verifyOption(proof, {
    keys: keys.length > 0 ? keys : null,
    termsHash: saved === null ? null : termsHash(saved.receipt),
  });
  if (json) world.print(JSON.stringify(report, undefined, 2).split('\n').map(visible).join('\n'));
  else tell(report, keys.length > 0, world);
  return { right: 0, wrong: 1, unfinished: 2 }[report.verdict];
}

function complain({ print }: CliWorld, line: string): number {
  print(line);
  return 2;
}

interface SavedReceipt {
  readonly receipt: OptionReceipt;
  /** The exchange's signature under its terms, if there is one. */
  readonly promise: string | null;
}

function readReceipt(text: string): SavedReceipt | null {
  try {
    const value = JSON.parse(text) as { readonly signed_terms?: unknown } | null;
    if (receiptFault(value) !== null) return null;
    const promise = value?.signed_terms;
    return { receipt: value as OptionReceipt, promise: typeof promise === 'string' ? promise : null };
  } catch {
    // Not JSON: what it is instead is said by whoever asked.
    return null;
  }
}

/** A receipt says what was promised. What came of it takes the prices, too: so the answer is never that all is right. */
function checkReceipt(
  { receipt, promise }: SavedReceipt,
  keys: readonly NoteKey[],
  { print }: CliWorld,
): number {
  const {
    direction,
    symbol,
    seconds,
    stake_minor: stake,
    profit_minor: profit,
    decimals,
    currency,
  } = receipt;
  const amount = (minor: string): string => `${formatMinor(BigInt(minor), decimals)} ${visible(currency)}`;
  print(`Option ${receipt.option_id}: ${direction} on ${visible(symbol)} for ${seconds} s,`);
  print(
    `    ${amount(stake)}, a win adds ${amount(profit)}; bought ${written('at_ms', receipt.bought_at_ms)}`,
  );
  const opened = promise === null || keys.length === 0 ? null : openPromise(promise, receipt, keys);
  if (opened?.ok === false) {
    print(`✗ ${TITLES.terms}: ${WORDS[opened.problem]}.`);
    return 1;
  }
  if (opened?.version === 1) {
    print('✓ The exchange signed these terms, but not the name of the market.');
  } else if (opened !== null) print('✓ The exchange signed these terms.');
  else if (promise === null) print('· The exchange has not signed it.');
  else print('· Whether the exchange signed it is not checked: give the key of the price log with --key.');
  print(
    'To check the result, save the proof from the page "Check this result", and compare it with this receipt:',
  );
  print('    tallystick-verify PROOF.json --receipt RECEIPT.json');
  return 2;
}

interface Prices {
  readonly previousHash: string;
  readonly ticks: readonly LoggedTick[];
}

/** Prices of an archive file: a head, then one tick a line. Null if it is something else. */
function readPrices(text: string): Prices | null {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  try {
    const head = JSON.parse(first) as { format?: unknown; previous_hash?: unknown } | null;
    if (head?.format !== 'tallystick price log 1' || !isHash(head.previous_hash)) return null;
    return { previousHash: head.previous_hash, ticks: lines.map(line => JSON.parse(line) as LoggedTick) };
  } catch {
    // A proof is one JSON over many lines: its first one alone is none.
    return null;
  }
}

function checkGrowth(kept: KeptLog | null, keys: readonly NoteKey[], json: boolean, world: CliWorld): number {
  if (kept === null) return complain(world, 'These are not two checkpoints and the proof between them.');
  // A checkpoint names no key: anybody could have signed it.
  if (keys.length === 0) return complain(world, 'Give the key of the price log with --key.');
  const report = checkKept(kept, keys);
  if (json) world.print(visible(JSON.stringify(report)));
  else if (report.ok) {
    const { earlier, later } = report;
    const { kind } = later;
    const of = ({ kind, size, sequence, atMs }: Checkpoint): string =>
      `${size} ${ENTRIES[kind]}${sequence === null ? '' : ` up to command ${sequence}`}, signed ${written('at_ms', atMs)}`;
    world.print(`✓ Both are signed: ${of(earlier)}; ${of(later)}.`);
    world.print(`✓ The log only grew: the later one holds every ${kind} of the earlier one, unchanged.`);
  } else world.print(`✗ ${WORDS[report.problem]}.`);
  return report.ok ? 0 : 1;
}

function checkPrices({ previousHash, ticks }: Prices, json: boolean, { print }: CliWorld): number {
  const first = ticks[0]?.number ?? 1;
  const verdict = verifyTicks(ticks, { number: first - 1, hash: previousHash });
  if (json) print(JSON.stringify({ ...verdict, count: ticks.length }));
  else if (verdict.ok) {
    print(
      `✓ ${ticks.length} prices, ticks ${first} to ${verdict.head.number}: every hash fits, none is missing.`,
    );
    print(`  They follow ${previousHash}`);
    print(`  and end with ${verdict.head.hash}`);
    print('  Compare both with a signed checkpoint, or with what others have.');
  } else print(`✗ Tick ${verdict.number}: ${WORDS[verdict.problem]}.`);
  return verdict.ok ? 0 : 1;
}

const ENTRIES: Readonly<Record<EntryKind, string>> = {
  tick: 'ticks',
  row: 'rows of the journal',
  entry: 'entries of the audit log',
};

const TITLES: Readonly<Record<Step['id'], string>> = {
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
};

const WORDS: Readonly<Record<NonNullable<Step['problem']>, string>> = {
  not_a_proof: 'this is not a proof, or a part of it is missing',
  terms_contradict: 'the terms contradict one another',
  terms_changed: 'the terms are not those kept at purchase',
  terms_unsigned: 'the exchange has not signed these terms',
  terms_signed_otherwise: 'the exchange signed other terms',
  not_settled: 'the option is not settled yet',
  other_head: 'the prices do not begin where the log ended at purchase',
  head_too_old: 'the receipt names an older tick than the newest at purchase',
  number_skipped: 'a tick is missing or too many',
  hash_differs: 'it is not the tick that was hashed',
  time_went_backwards: 'time goes backwards',
  malformed: 'it cannot be read',
  range_too_short: 'the prices end before delivery',
  other_entry: 'the rules give another entry price',
  other_exit: 'the rules give another exit price',
  not_the_median: 'the price is not the middle of its sources',
  other_result: 'the rules give another result',
  other_payout: 'the rules give another payout',
  unreadable: 'what was signed cannot be read',
  other_log: 'it was signed for another log',
  wrong_signature: 'the signature is wrong',
  unknown_key: 'it was signed with a key that is not trusted',
  not_included: 'these prices are not in what was signed',
  other_tick: 'the signed head names another newest tick',
  not_before: 'the signed log it is compared with is not from before the purchase',
  not_consistent: 'the signed log was rewritten since',
};

const MARKS = { passed: '✓', failed: '✗', skipped: '·' } as const;
const HEADLINES = {
  right: 'The result is right.',
  wrong: 'SOMETHING DOES NOT FIT. Do not trust this result.',
  unfinished: 'The option is not settled yet; so far everything fits.',
} as const;

function tell({ verdict, steps, unchecked }: Report, isKeyGiven: boolean, { print }: CliWorld): void {
  for (const { id, state, problem, figures } of steps) {
    const words = problem === null ? '' : `: ${WORDS[problem]}`;
    print(`${MARKS[state]} ${TITLES[id]}${state === 'skipped' ? ': not checked' : words}`);
    const shown = Object.entries(figures).map(([name, value]) => `${name} ${written(name, value)}`);
    if (shown.length > 0) print(`    ${shown.join(', ')}`);
  }
  if (unchecked.length > 0) print(`· Not checked, nothing stands for it: ${unchecked.join(', ')}`);
  print('');
  print(HEADLINES[verdict]);
  if (verdict === 'right' && !isKeyGiven) {
    print(
      'The key is the one that this file names: compare it with the price log, or give the right one with --key.',
    );
  }
  if (verdict === 'right') {
    print(
      'It proves: the terms were fixed before the entry price existed; no price was added, left out, moved or',
    );
    print(
      'changed afterwards; result and payout follow from the published rule. It does not prove that the index',
    );
    print(
      'equals every market in the world, or that no price was held back before it was numbered: each tick',
    );
    print('lists its sources, so that you can compare.');
  }
}

function written(name: string, value: string | number): string {
  if (typeof value === 'string') return visible(value);
  const isTime = name.endsWith('at_ms') && Math.abs(value) <= LAST_MS;
  return isTime ? new Date(value).toISOString() : String(value);
}

/** The last moment a date can name. */
const LAST_MS = 8_640_000_000_000_000;

/** A proof is whatever somebody hands over: what would move the cursor, hide or turn text around is spelled out. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, found =>
    [...found].map(one => `\\u{${one.codePointAt(0)!.toString(16)}}`).join(''),
  );
}
