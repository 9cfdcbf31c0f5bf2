import { openCheckpoint, readCheckpoint, type EntryKind } from '../checkpoint.ts';
import type { NoteKey } from '../note.ts';
import type { PublicEntry } from './entry.ts';
import type { RecordBody } from './records.ts';

type Head = RecordBody<'price_head'>;

/** What the other logs' checkpoints cover, and how their names end. */
const LOGS = {
  price_head: { kind: 'tick', ending: '' },
  journal_head: { kind: 'row', ending: '/journal' },
  audit_head: { kind: 'entry', ending: '/audit' },
} as const satisfies Readonly<Record<string, { readonly kind: EntryKind; readonly ending: string }>>;

const ENDING = '/public';

/**
 * The signed heads of the other logs, as they stand in the public one: each must say what its note says, be signed with a
 * key of the public log, and cover no less than the one before: as much only with the same root.
 */
export class HeadsCheck {
  readonly #origin: string;
  readonly #keys: readonly NoteKey[];
  readonly #newest = new Map<string, Pick<Head, 'size' | 'root'>>();
  #unchecked = 0;

  /** @param origin the public log's; the other logs' names begin as it does, and have its keys */
  constructor(origin: string, keys: readonly NoteKey[]) {
    this.#origin = origin.endsWith(ENDING) ? origin.slice(0, -ENDING.length) : origin;
    this.#keys = keys;
  }

  /** Heads that no key given has signed: from before a change of keys. */
  get unchecked(): number {
    return this.#unchecked;
  }

  /** False for a head that is not what was signed. Other records are passed over. */
  take({ kind, body }: PublicEntry): boolean {
    if (!Object.hasOwn(LOGS, kind)) return true;
    const { kind: entries, ending } = LOGS[kind as keyof typeof LOGS];
    const head = body as Head;
    const keys = this.#keys.map(({ publicKey }) => ({ name: this.#origin + ending, publicKey }));
    const opened = openCheckpoint(head.note, keys, entries);
    if (!opened.ok) {
      if (opened.problem !== 'unknown_key') return false;
      this.#unchecked++;
    }
    const said = opened.ok ? opened.checkpoint : readCheckpoint(head.note);
    if (said === null) return false;
    const { origin, size, root, atMs } = said;
    if (origin !== head.origin || size !== head.size || root !== head.root || atMs !== head.at_ms)
      return false;
    const before = this.#newest.get(kind);
    this.#newest.set(kind, { size, root });
    return before === undefined || size > before.size || (size === before.size && root === before.root);
  }
}
