import { linesOf } from '@tallystick/audit';
import { HaltError } from '../../engine/engine-error.ts';
import {
  JOURNAL_START,
  type JournalPosition,
  type VerifiedRow,
} from '../../engine/journal/journal-reader.ts';
import { decodeMark, isMark } from '../../engine/journal/mark.ts';
import {
  DUMP_KIND,
  isHash,
  rowAfter,
  type DumpBeginning,
  type DumpLine,
  type DumpRow,
} from './dump-format.ts';

/** What must be known of a dump before it is replayed. */
export interface DumpOutline {
  /** The secret with which its rows stand in the public tree; null: the dump has none. */
  readonly blinding: Buffer | null;
  /** Sequences after which the journal names the state. */
  readonly states: ReadonlySet<number>;
  readonly end: JournalPosition;
}

/** An exchange names one every 250,000 commands, and at each start. */
const MOST_STATES = 1_000_000;

/** Reads the whole dump once and verifies its chain. Throws HaltError where it does not hold. */
export async function outlineOf(file: string, mostStates = MOST_STATES): Promise<DumpOutline> {
  const states = new Set<number>();
  let blinding: Buffer | null = null;
  let end = JOURNAL_START;
  for await (const line of dumpLines(file)) {
    if ('kind' in line) blinding = line.blinding === undefined ? null : Buffer.from(line.blinding, 'hex');
    if (!('row' in line)) continue;
    end = { sequence: line.row.lastSequence, hash: line.row.hash };
    if (line.row.commands.includes('"#state"')) for (const one of statesOf(line.row)) states.add(one);
    if (states.size > mostStates) throw new HaltError(`the journal names more than ${mostStates} states`);
  }
  return { blinding, states, end };
}

/** The rows, each one's place in the chain verified. */
export async function* dumpRows(file: string): AsyncGenerator<VerifiedRow> {
  for await (const line of dumpLines(file)) if ('row' in line) yield line.row;
}

/** The packed code of a core that came with the dump, which stands before its rows; null: it is not there. */
export async function codeIn(file: string, core: string): Promise<Buffer | null> {
  for await (const line of dumpLines(file)) {
    if ('row' in line) return null;
    if ('code' in line && line.core === core) return Buffer.from(line.code, 'base64');
  }
  return null;
}

type Read = DumpBeginning | { readonly core: string; readonly code: string } | { readonly row: VerifiedRow };

async function* dumpLines(file: string): AsyncGenerator<Read> {
  let at = JOURNAL_START;
  let begun = false;
  let ended = false;
  for await (const texts of linesOf(file)) {
    for (const text of texts) {
      if (text === '') continue;
      if (ended) throw new HaltError('the dump goes on after its last line');
      const line = parse(text, at);
      if (!begun) {
        yield beginning(line);
        begun = true;
      } else if ('code' in line) {
        if (at.sequence > 0) throw new HaltError(`there is code after sequence ${at.sequence}`);
        if (typeof line.code !== 'string' || !isHash(line.core))
          throw new HaltError('a core in the dump is unreadable');
        yield line;
      } else if ('end' in line) {
        ended = line.end?.sequence === at.sequence && line.end.hash === at.hash.toString('hex');
        if (!ended) throw new HaltError('the dump ends elsewhere than it says');
      } else {
        const row = rowAfter(at, line as DumpRow);
        at = { sequence: row.lastSequence, hash: row.hash };
        yield { row };
      }
    }
  }
  if (!ended) throw new HaltError(`the dump is cut off after sequence ${at.sequence}`);
}

function beginning(line: DumpLine): DumpBeginning {
  if (!('kind' in line) || line.kind !== DUMP_KIND) throw new HaltError('this is no dump of a journal');
  if (line.blinding !== undefined && !isHash(line.blinding))
    throw new HaltError('the first line of the dump is unreadable');
  return line;
}

function parse(text: string, at: JournalPosition): DumpLine {
  const unreadable = `a line of the dump after sequence ${at.sequence} is unreadable`;
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw new HaltError(unreadable, { cause });
  }
  if (typeof line !== 'object' || line === null) throw new HaltError(unreadable);
  return line as DumpLine;
}

function statesOf({ commands, firstSequence }: VerifiedRow): number[] {
  try {
    return (JSON.parse(commands) as unknown[][]).flatMap((entry, i) => {
      if (!isMark(entry[1])) return [];
      const { mark } = decodeMark(entry, firstSequence + i);
      return mark.type === 'state' ? [mark.sequence] : [];
    });
  } catch (cause) {
    throw new HaltError(`the row from sequence ${firstSequence} is unreadable`, { cause });
  }
}
