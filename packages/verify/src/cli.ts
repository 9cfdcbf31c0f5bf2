import { formatMinor } from '@tallystick/core/money/decimal';
import { isHash } from './bytes.ts';
import type { Checkpoint, EntryKind } from './checkpoint.ts';
import { checkFolder, checkWitnesses, type WitnessesWanted } from './cli-folder.ts';
import { growthBetween } from './evidence.ts';
import type { CliWorld } from './cli-world.ts';
import { readKept, type KeptLog } from './kept.ts';
import { recordHash, recordIn, type LiabilitiesRecord } from './liability/proof.ts';
import { COSIGNATURE, readVerifierKey, type NoteKey } from './note.ts';
import { verifyTicks, type LoggedTick } from './price-log.ts';
import { PROBLEMS } from './problems.ts';
import { openPromise } from './promise.ts';
import { unreadable, type Report } from './report.ts';
import { verify } from './verify.ts';
import { visible, visibleLines } from './visible.ts';
import { HEADLINES, MARKS, NOTHING_OWED, TITLES, WORTH } from './cli-words.ts';
import { readJson } from './file.ts';
import { receiptFault, termsHash, type OptionReceipt } from './receipt.ts';

const USAGE = `Checks what Tallystick published, offline.

  tallystick-verify PROOF.json [--receipt RECEIPT.json] [--key KEY]... [--root ROOT] [--json]
      A proof as the app's "Download proof" saves it: works out again the result of an option, a liquidation, a
      funding payment, a stop, a top-up, a deleveraging, an offset, an allocation of new coins, or a deposit's interest. With the
      receipt that was saved when an option was bought, its terms are compared, too.
  tallystick-verify RECEIPT.json --key KEY
      A receipt alone: whether the exchange signed these terms.
  tallystick-verify PROOF.json --holder LOGIN --against OTHER.json
      A proof of what is owed to you, made out to your log-in name, and another one of the same moment, of yours
      or of somebody else: whether both were shown the same roots. Instead of a file, the hash of the moment's record
      will do, as the app and the public log show it: nobody has to hand out what they own.
  tallystick-verify PRICES.ndjson [--json]
      Prices as the app or the archive hands them out (gzip or not): recomputes the chain.
  tallystick-verify EARLIER LATER GROWTH --key KEY
      Two checkpoints that you kept and the proof between them, of the price log (price_log/checkpoint and
      price_log/consistency?from=&to=), the journal or the operators' audit log (signed_log/checkpoint?log= and
      signed_log/consistency?log=&from=&to=): whether the log only grew.

  tallystick-verify FOLDER --key KEY [--witness KEY]... [--need K] [--kept CHECKPOINT]
      A mirror of the public log: every record, every file and the signed head; with --kept, that it goes on from a
      checkpoint that you kept.

  --key KEY   Trust this key only, as the price log's page shows it: NAME+ID+BASE64. Without it, the key that the
              proof itself names is used, which proves that the proof is of one piece, not whose it is.
  --witness KEY  A witness of the public log that you trust, NAME+ID+BASE64; with --need K, at least K of them must have
              signed. Also for two checkpoints: the later one must have so many.
  --root ROOT The root of an offer's list, as you noted it at the close.
  --json      The report as JSON.

Ends with 0 if everything fits, 1 if something does not, 2 if it could not be checked.`;

/** Runs the stand-alone verifier; returns its exit code. */
export function runCli(args: readonly string[], world: CliWorld): number {
  const files: string[] = [];
  const keys: NoteKey[] = [];
  let json = false;
  let receipt: string | null = null;
  let root: string | null = null;
  let holder: string | null = null;
  let against: string | null = null;
  const witnesses: NoteKey[] = [];
  let need = 0;
  let keptFile: string | null = null;
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (word === '--json') json = true;
    else if (word === '--key') {
      const key = readVerifierKey(args[++i] ?? '');
      if (key === null) return complain(world, 'This is not a key of a price log.');
      keys.push(key);
    } else if (word === '--witness') {
      const witness = readVerifierKey(args[++i] ?? '', COSIGNATURE);
      if (witness === null) return complain(world, 'This is not a key of a witness.');
      witnesses.push(witness);
    } else if (word === '--need') {
      const text = args[++i] ?? '';
      if (!/^\d{1,2}$/.test(text)) return complain(world, USAGE);
      need = Number(text);
    } else if (word === '--kept') keptFile = args[++i] ?? '';
    else if (word === '--receipt') receipt = args[++i] ?? '';
    else if (word === '--root') {
      root = args[++i] ?? '';
      if (!isHash(root)) return complain(world, 'This is not the root of a list.');
    } else if (word === '--holder') holder = args[++i] ?? '';
    else if (word === '--against') against = args[++i] ?? '';
    else if (word.startsWith('-')) return complain(world, USAGE);
    else files.push(word);
  }
  if (need > witnesses.length) return complain(world, 'Fewer witnesses are named than are needed.');
  const [only] = files;
  if (only !== undefined && files.length === 1) {
    try {
      if (world.fileIn?.(only, 'checkpoint'))
        return checkFolder(only, { keys, witnesses, need, json, keptFile }, world);
    } catch (error) {
      return complain(world, `${only}/checkpoint cannot be read: ${visible((error as Error).message)}`);
    }
  }
  if (keptFile !== null) return complain(world, 'There is no mirror of the public log to compare it with.');
  if (files.length !== 1 && (files.length !== 3 || receipt !== null)) return complain(world, USAGE);
  if (against !== null && (files.length !== 1 || receipt !== null)) return complain(world, USAGE);
  const texts: string[] = [];
  const otherHash = against !== null && isHash(against) ? against : null;
  const otherFile = otherHash === null ? against : null;
  for (const file of [...files, receipt, otherFile].filter(name => name !== null)) {
    try {
      texts.push(world.read(file));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return complain(world, `${file} cannot be read: ${reason}`);
    }
  }
  const [first = '', second = '', third = ''] = texts;
  if (files.length === 3)
    return checkGrowth(readKept([first, second, third]), keys, { witnesses, need, json }, world);
  const savedFile = receipt === null ? null : readJson(second);
  const saved = savedFile?.ok ? receiptIn(savedFile.value) : null;
  if (receipt !== null && saved === null) return complain(world, `${receipt} is no receipt of an option.`);
  const other = otherHash ?? (otherFile === null ? null : recordIn(readJson(second)));
  if (against !== null && other === null) return complain(world, `${against} is no proof of what is owed.`);
  return checkFile(first, files[0]!, { keys, json, saved, root, holder, other }, world);
}

interface Wanted {
  readonly keys: readonly NoteKey[];
  readonly json: boolean;
  /** The receipt as saved at purchase. */
  readonly saved: SavedReceipt | null;
  /** Root of an offer's list, which the user got elsewhere. */
  readonly root: string | null;
  /** The log-in name that a proof of what is owed should be made out to. */
  readonly holder: string | null;
  /** The record of another such proof, or its hash. */
  readonly other: LiabilitiesRecord | string | null;
}

function checkFile(text: string, file: string, wanted: Wanted, world: CliWorld): number {
  const { keys, json, saved, root, holder, other } = wanted;
  const prices = readPrices(text);
  if (prices !== null) return checkPrices(prices, json, world);
  const read = readJson(text);
  const bare = read.ok ? receiptIn(read.value) : null;
  if (bare !== null) return checkReceipt(bare, keys, world);
  const report = read.ok
    ? verify(read.value, {
        keys: keys.length > 0 ? keys : null,
        termsHash: saved === null ? null : termsHash(saved.receipt),
        root,
        liability: { holder, recordHash: other === null ? null : comparedRecord(read.value, other) },
      })
    : unreadable(read.problem);
  if (json) world.print(visibleLines(JSON.stringify(report, undefined, 2)));
  else if (report.kind === null) {
    const reason = PROBLEMS[report.checks[0]!.problem!];
    return complain(world, `${file} is neither a proof nor a list of prices: ${reason}.`);
  } else tell(report, keys.length > 0, world);
  return report.kind === null ? 2 : { right: 0, wrong: 1, unfinished: 2, unchecked: 2 }[report.verdict];
}

/** The hash of another proof's record, if both are of one moment. Proofs of two moments have different roots anyway. */
function comparedRecord(value: unknown, other: LiabilitiesRecord | string): string | null {
  if (typeof other === 'string') return other;
  const own = recordIn({ ok: true, value });
  return own?.body.point === other.body.point ? recordHash(other) : null;
}

function complain({ print }: CliWorld, line: string): number {
  print(line);
  return 2;
}

interface SavedReceipt {
  readonly receipt: OptionReceipt;
  /** The exchange's signature under the terms, if there is one. */
  readonly promise: string | null;
}

function receiptIn(value: unknown): SavedReceipt | null {
  if (receiptFault(value) !== null) return null;
  const { signed_terms: promise } = value as { readonly signed_terms?: unknown };
  return { receipt: value as OptionReceipt, promise: typeof promise === 'string' ? promise : null };
}

/** A receipt says only what was promised; the result also needs the prices. So the verdict is never `right`. */
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
    print(`✗ ${TITLES.terms}: ${PROBLEMS[opened.problem]}.`);
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
  // A proof is one JSON value over many lines, so its first line alone is no JSON.
  const read = readJson(first);
  const head = (read.ok ? read.value : null) as { format?: unknown; previous_hash?: unknown } | null;
  if (head?.format !== 'tallystick price log 1' || !isHash(head.previous_hash)) return null;
  const ticks: LoggedTick[] = [];
  for (const line of lines) {
    const tick = readJson(line);
    if (!tick.ok) return null;
    ticks.push(tick.value as LoggedTick);
  }
  return { previousHash: head.previous_hash, ticks };
}

function checkGrowth(
  kept: KeptLog | null,
  keys: readonly NoteKey[],
  wanted: WitnessesWanted,
  world: CliWorld,
): number {
  if (kept === null) return complain(world, 'These are not two checkpoints and the proof between them.');
  // A checkpoint names no key, so without one anybody could have signed it.
  if (keys.length === 0) return complain(world, 'Give the key of the price log with --key.');
  const report = growthBetween(kept.notes, kept.hashes, keys);
  if (wanted.json) world.print(visible(JSON.stringify(report)));
  else if (report.ok) {
    const { earlier, later } = report;
    const { kind } = later;
    const of = ({ kind, size, sequence, atMs }: Checkpoint): string =>
      `${size} ${ENTRIES[kind]}${sequence === null ? '' : ` up to command ${sequence}`}, signed ${written('at_ms', atMs)}`;
    world.print(`✓ Both are signed: ${of(earlier)}; ${of(later)}.`);
    world.print(`✓ The log only grew: the later one holds every ${kind} of the earlier one, unchanged.`);
  } else world.print(`✗ ${PROBLEMS[report.problem]}.`);
  return report.ok ? checkWitnesses(kept.notes, keys, wanted, world) : 1;
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
  } else print(`✗ Tick ${verdict.number}: ${PROBLEMS[verdict.problem]}.`);
  return verdict.ok ? 0 : 1;
}

const ENTRIES: Readonly<Record<EntryKind, string>> = {
  tick: 'ticks',
  row: 'rows of the journal',
  entry: 'entries of the audit log',
  record: 'records of the public log',
};

function tell({ kind, verdict, checks, unchecked }: Report, isKeyGiven: boolean, { print }: CliWorld): void {
  for (const { name, state, problem, figures } of checks) {
    const words = problem === null ? '' : `: ${PROBLEMS[problem]}`;
    print(`${MARKS[state]} ${TITLES[name]}${state === 'not_checkable' ? ': not checked' : ''}${words}`);
    const shown = Object.entries(figures).filter(([, value]) => value !== '');
    if (shown.length > 0)
      print(`    ${shown.map(([of, value]) => `${of} ${written(of, value)}`).join(', ')}`);
  }
  if (unchecked.length > 0) {
    print(`· Not checked, nothing stands for it: ${summary(unchecked).map(visible).join(', ')}`);
  }
  print('');
  print(HEADLINES[verdict]);
  if (kind === 'liability' && verdict === 'unchecked') print(NOTHING_OWED);
  if (verdict !== 'right' || kind === null) return;
  if (!isKeyGiven && checks.some(check => check.name === 'signature' && check.state === 'passed')) {
    print(
      'The key is the one that this file names: compare it with the price log, or give the right one with --key.',
    );
  }
  for (const line of WORTH[kind]) print(line);
}

/** Summarises a field of many entries: `entries.*.at_ms`. */
function summary(unchecked: readonly string[]): string[] {
  return [...new Set(unchecked.map(field => field.replaceAll(/\.\d+\./g, '.*.')))];
}

function written(name: string, value: string | number): string {
  if (typeof value === 'string') return visible(value);
  const isTime = name.endsWith('at_ms') && Math.abs(value) <= LAST_MS;
  return isTime ? new Date(value).toISOString() : String(value);
}

/** The last moment that a Date can represent. */
const LAST_MS = 8_640_000_000_000_000;
