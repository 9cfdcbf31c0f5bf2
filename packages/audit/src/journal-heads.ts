import { demand } from './check-failed.ts';
import { namedRecords } from './public-records.ts';

/** A signed head of the journal, as a record `journal_head` of the public log names it. */
export interface JournalHead {
  /** The record's number. */
  readonly record: number;
  /** Rows of the journal in the tree. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** What the tree holds for the newest row: HMAC-SHA256(blinding, hash of the row), hex. */
  readonly blinded: string;
  /** The newest row's last sequence. */
  readonly sequence: number;
  readonly atMs: number;
}

const NOTE =
  /^[^\n]+\n([1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\nrow ([0-9a-f]{64}) ([1-9]\d{0,14})\ntime (\d{1,15})\n\n/;

/**
 * The heads of the journal in a mirror of the public log, or in a file of its records, in the log's order. Read from the
 * signed text; that it is signed is what whoever makes the mirror has checked.
 *
 * @throws CannotCheck for a head that does not say what its text says
 */
export async function* journalHeads(fileOrFolder: string): AsyncGenerator<JournalHead> {
  for await (const records of namedRecords(fileOrFolder)) {
    for (const { kind, number, body } of records) {
      if (kind !== 'journal_head') continue;
      const note = typeof body['note'] === 'string' ? NOTE.exec(body['note']) : null;
      const what = `${fileOrFolder} has a head of the journal that is none, in record ${number}`;
      demand(note !== null && number !== null, what);
      const [, size, root64 = '', blinded = '', sequence, time] = note;
      const root = Buffer.from(root64, 'base64').toString('hex');
      demand(body['size'] === Number(size) && body['root'] === root && body['at_ms'] === Number(time), what);
      yield {
        record: number,
        size: Number(size),
        root,
        blinded,
        sequence: Number(sequence),
        atMs: Number(time),
      };
    }
  }
}
