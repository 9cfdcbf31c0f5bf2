import type { DeskOutput } from '@tallystick/protocol/desk';

type Page = DeskOutput<'GET desk/books_export'>;

/** What there is of a month's file so far. */
export interface LedgerFile {
  readonly month: string;
  readonly parts: readonly string[];
  readonly postings: number;
  readonly lines: number;
  /** Where it goes on; undefined: at the beginning, null: it is whole. */
  readonly after: number | null | undefined;
  /** Whether the month was over when its last page was read. */
  readonly complete: boolean;
}

export function newFile(month: string): LedgerFile {
  return { month, parts: [], postings: 0, lines: 0, after: undefined, complete: false };
}

/**
 * Reads page by page until the file is whole. `told` gets it after each page: whoever is interrupted hands the last one in
 * again, and it goes on there.
 */
export async function readOn(
  file: LedgerFile,
  read: (month: string, after: number | undefined) => Promise<Page>,
  told: (file: LedgerFile) => void,
): Promise<LedgerFile> {
  let current = file;
  while (current.after !== null) {
    const page = await read(current.month, current.after);
    current = {
      month: current.month,
      parts: [...current.parts, page.csv],
      postings: current.postings + page.postings,
      lines: current.lines + page.lines,
      after: page.next_after,
      complete: page.complete,
    };
    told(current);
  }
  return current;
}
