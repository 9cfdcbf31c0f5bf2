import { openCheckpoint } from './checkpoint.ts';
import type { CliWorld } from './cli-world.ts';
import { cosignersOf } from './cosignature.ts';
import { COSIGNATURE, readNote, readVerifierKey, type NoteKey } from './note.ts';
import { checkPublicLog, LOG_PROBLEMS, runLogCheck, type LogProblem } from './public-log/check.ts';
import { visible } from './visible.ts';

export interface WitnessesWanted {
  readonly witnesses: readonly NoteKey[];
  /** How many of them must have signed. */
  readonly need: number;
  readonly json: boolean;
}

export interface FolderWanted extends WitnessesWanted {
  readonly keys: readonly NoteKey[];
  /** File of a checkpoint that the user kept. */
  readonly keptFile: string | null;
}

const KEYS = 'keys';
const PROBLEMS = {
  ...LOG_PROBLEMS,
  other_keys: 'it names a key of the log that is not among those given',
} as const;

interface KeysReport {
  readonly ok: false;
  readonly problem: LogProblem | 'other_keys';
  readonly file: string;
}

type FolderReport = ReturnType<typeof runLogCheck> | KeysReport;

/** Checks a mirror of the public log. Returns the exit code. */
export function checkFolder(
  folder: string,
  { keys, witnesses, need, json, keptFile }: FolderWanted,
  { fileIn, read, print }: CliWorld,
): number {
  if (keys.length === 0) {
    print('Give the key of the public log with --key.');
    return 2;
  }
  let kept: string | null;
  try {
    kept = keptFile === null ? null : read(keptFile);
  } catch (error) {
    print(`${keptFile} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  let at = KEYS;
  const fileAt = (file: string): Uint8Array | null => {
    at = file;
    return fileIn!(folder, file);
  };
  let report: FolderReport;
  try {
    const wrongKeys = problemOfKeys(fileAt(KEYS), keys);
    report = wrongKeys ?? runLogCheck(checkPublicLog({ keys, witnesses, need, kept }), fileAt);
  } catch (error) {
    print(`${at} cannot be read: ${visible(error instanceof Error ? error.message : String(error))}`);
    return 2;
  }
  if (json) print(JSON.stringify(report));
  else if (report.ok) {
    const { checkpoint, records, cosigners, uncheckedHeads } = report;
    print(`✓ Signed: ${checkpoint.size} records, ${new Date(checkpoint.atMs).toISOString()}.`);
    const kinds = Object.entries(records).map(([kind, count]) => `${count} ${kind}`);
    print(`✓ Every record follows the one before, and every file is made of them: ${kinds.join(', ')}.`);
    if (kept !== null) print('✓ The log only grew: it goes on from the checkpoint that was kept.');
    if (uncheckedHeads > 0)
      print(`· ${uncheckedHeads} heads of other logs were signed with a key that is not given.`);
    print(toldWitnesses(cosigners.length, witnesses.length));
  } else print(`✗ ${report.file}: ${PROBLEMS[report.problem]}.`);
  return report.ok ? 0 : 1;
}

/** The file that names the log's keys: whoever goes on from this folder without other keys would trust it. */
function problemOfKeys(bytes: Uint8Array | null, keys: readonly NoteKey[]): KeysReport | null {
  const fail = (problem: KeysReport['problem']): KeysReport => ({ ok: false, problem, file: KEYS });
  if (bytes === null) return null;
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    const named = readVerifierKey(line);
    if (named === null && line !== '' && readVerifierKey(line, COSIGNATURE) === null)
      return fail('unreadable');
    const isGiven = keys.some(({ name, publicKey }) => name === named?.name && publicKey === named.publicKey);
    if (named !== null && !isGiven) return fail('other_keys');
  }
  return null;
}

/** Whether enough witnesses have signed the later of two checkpoints, both right. Returns the exit code. */
export function checkWitnesses(
  notes: readonly string[],
  keys: readonly NoteKey[],
  { witnesses, need, json }: WitnessesWanted,
  { print }: CliWorld,
): number {
  if (witnesses.length === 0) return 0;
  const opened = notes.flatMap(note => {
    const found = openCheckpoint(note, keys, 'any');
    return found.ok ? [{ note, size: found.checkpoint.size }] : [];
  });
  const [later] = opened.toSorted((a, b) => b.size - a.size);
  const cosigners = later === undefined ? null : cosignersOf(readNote(later.note)!, witnesses);
  const enough = cosigners !== null && cosigners.length >= need;
  if (!json) {
    if (cosigners === null) print(`✗ ${LOG_PROBLEMS.wrong_signature}.`);
    else if (enough) print(toldWitnesses(cosigners.length, witnesses.length));
    else print(`✗ ${LOG_PROBLEMS.too_few_witnesses}: ${cosigners.length}.`);
  }
  return enough ? 0 : 1;
}

function toldWitnesses(count: number, of: number): string {
  if (of === 0) return '· Whether witnesses have signed it is not checked: name them with --witness.';
  return `${count === 0 ? '·' : '✓'} ${count} of ${of} witnesses have signed it.`;
}
