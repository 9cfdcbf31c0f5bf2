/** What an audit found to be otherwise than the journal says: the first such thing in the order of the checks. */
export interface Difference {
  /** `journal`, `snapshots`, or the table. */
  readonly table: string;
  /** Of the row, as `column=value`; or of the journal, `sequence=…`. */
  readonly key: string;
  /** Null: there is no such row. */
  readonly stored: string | null;
  readonly computed: string | null;
  /** What it means, in words. */
  readonly what: string;
}

/** A stretch of the journal and who wrote it. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  /** Hash of the core's bundle; null: of before cores were kept. */
  readonly core: string | null;
  readonly logicVersion: number;
  /** Whether this repository holds the bundle; else it came from the database. */
  readonly released: boolean;
}

export interface AuditResult {
  readonly ok: boolean;
  readonly firstDifference: Difference | null;
  /** Where the audit ended, and the hash of the journal's row there. */
  readonly sequence: number;
  readonly journalHash: string;
  readonly stateHash: string | null;
  readonly commands: number;
  readonly stretches: readonly Stretch[];
  /** What whoever reads the result should know, such as a seam whose start was not bound. */
  readonly notes: readonly string[];
  /** Rows compared, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Thrown where the audit can go no further. */
export class DifferenceFound extends Error {
  override readonly name = 'DifferenceFound';
  readonly difference: Difference;

  constructor(difference: Difference) {
    super(difference.what);
    this.difference = difference;
  }
}
