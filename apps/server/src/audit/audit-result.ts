/** The first thing found that contradicts the journal, in the order of the checks. */
export interface Difference {
  /** `journal`, `snapshots`, or the table. */
  readonly table: string;
  /** The row as `column=value`; for the journal `sequence=…`. */
  readonly key: string;
  /** Null: there is no such row. */
  readonly stored: string | null;
  readonly computed: string | null;
  /** Explanation for people. */
  readonly what: string;
}

/** A stretch of the journal and who wrote it. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  /** Hash of the core's bundle; null: written before cores were kept. */
  readonly core: string | null;
  readonly logicVersion: number;
  /** Whether this repository contains the bundle; otherwise it came from the database. */
  readonly released: boolean;
}

export interface AuditResult {
  readonly ok: boolean;
  readonly firstDifference: Difference | null;
  /** Where the audit ended, and the hash of the journal's row there. */
  readonly sequence: number;
  readonly journalHash: string;
  readonly stateHash: string | null;
  /** Of the books there, as docs/auditing.md says; null before the first command. */
  readonly booksHash: string | null;
  readonly commands: number;
  readonly stretches: readonly Stretch[];
  /** Remarks for the reader, such as a seam whose start was not bound. */
  readonly notes: readonly string[];
  /** Rows compared, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Thrown when the audit cannot continue. */
export class DifferenceFound extends Error {
  override readonly name = 'DifferenceFound';
  readonly difference: Difference;

  constructor(difference: Difference) {
    super(difference.what);
    this.difference = difference;
  }
}
