import { linesOf } from '@tallystick/audit';
import { HaltError } from '../../engine/engine-error.ts';
import {
  JOURNAL_START,
  type JournalPosition,
  type VerifiedRow,
} from '../../engine/journal/journal-reader.ts';
import { decodeMark, isMark } from '../../engine/journal/mark.ts';
import { DUMP_KIND, rowAfter, type DumpLine, type DumpRow } from './dump-format.ts';

/** What must be known of a dump before it is replayed. */
export interface DumpOutline {
  /** Packed code of cores, by hash. */
  readonly cores: ReadonlyMap<string, Buffer>;
  /** Sequences after which the journal names the state. */
  readonly states: ReadonlySet<number>;
  readonly end: JournalPosition;
}

/** Reads the whole dump once and verifies its chain. Throws HaltError where it does not hold. */
export async function outlineOf(file: string, read?: (bytes: number) => void): Promise<DumpOutline> {
  const cores = new Map<string, Buffer>();
  const states = new Set<number>();
  let end = JOURNAL_START;
  for await (const line of dumpLines(file, read)) {
    if ('code' in line) cores.set(line.core, Buffer.from(line.code, 'base64'));
    else if ('row' in line) {
      end = { sequence: line.row.lastSequence, hash: line.row.hash };
      if (line.row.commands.includes('"#state"')) for (const one of statesOf(line.row)) states.add(one);
    }
  }
  return { cores, states, end };
}

/** The rows, each one's place in the chain verified. */
export async function* dumpRows(file: string, read?: (bytes: number) => void): AsyncGenerator<VerifiedRow> {
  for await (const line of dumpLines(file, read)) if ('row' in line) yield line.row;
}

type Read = { readonly core: string; readonly code: string } | { readonly row: VerifiedRow };

async function* dumpLines(file: string, read?: (bytes: number) => void): AsyncGenerator<Read> {
  let at = JOURNAL_START;
  let begun = false;
  let ended = false;
  for await (const texts of linesOf(file, read)) {
    for (const text of texts) {
      if (text === '') continue;
      if (ended) throw new HaltError('the dump goes on after its last line');
      const line = parse(text, at);
      if (!begun) {
        if (!('kind' in line) || line.kind !== DUMP_KIND) throw new HaltError('this is no dump of a journal');
        begun = true;
      } else if ('code' in line) yield line;
      else if ('end' in line) {
        ended = line.end.sequence === at.sequence && line.end.hash === at.hash.toString('hex');
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
  return (JSON.parse(commands) as unknown[][]).flatMap((entry, i) => {
    if (!isMark(entry[1])) return [];
    const { mark } = decodeMark(entry, firstSequence + i);
    return mark.type === 'state' ? [mark.sequence] : [];
  });
}
