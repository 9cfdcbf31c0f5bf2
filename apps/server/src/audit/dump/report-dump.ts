import type { DumpAuditResult } from './audit-dump.ts';
import type { DumpStretch } from './compare-cores.ts';
import type { PointsCompared } from './named-points.ts';

type Say = (line: string) => void;

/**
 * Says what the audit of a dump came to. Returns the exit code: 2 if something that was named in public was not compared.
 *
 * @param named whether books were named at all
 */
export function reportDump(
  result: DumpAuditResult,
  { named, seconds }: { readonly named: boolean; readonly seconds: number },
  say: Say,
): 0 | 2 {
  const { books, liabilities, heads, unnamed } = result;
  const isRight =
    [books, liabilities].every(one => one.compared === one.named) &&
    unnamed.length === 0 &&
    (heads === null ? !named || books.named > 0 : heads.named > 0 && heads.compared === heads.named);
  if (!isRight) say('NOT ALL COULD BE COMPARED that was named in public:');
  if (named) {
    sayPoints('books', books, say);
    sayPoints('records of what is owed', liabilities, say);
  }
  sayHeads(result, say);
  for (const stretch of unnamed) {
    say(`  the public log names nowhere the core of ${stretch.first} to ${stretch.last}, ${coreOf(stretch)}`);
  }
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  say(
    `The journal leads to every state it names, up to sequence ${result.sequence}: ${result.commands} commands.`,
  );
  say(
    `  ${result.now} of them now, ${Math.round((result.now / seconds) * 60)} a minute, at most ${memory} MB; ` +
      `${result.states} named states`,
  );
  say(`  journal ${result.journalHash}`);
  say(`  state   ${result.stateHash ?? 'none'}`);
  say(`  books   ${result.booksHash ?? 'none'}`);
  for (const stretch of result.stretches) {
    say(`  ${stretch.first} to ${stretch.last}: ${coreOf(stretch)}, logic version ${stretch.logicVersion}`);
  }
  const foreign = new Set(result.stretches.filter(({ released }) => !released).map(({ core }) => core));
  for (const core of foreign) {
    say(`  Note: the core ${core} came with the dump: of its rows this verdict is its own word.`);
  }
  return isRight ? 0 : 2;
}

function sayPoints(what: string, { named, compared, beyond, passed }: PointsCompared, say: Say): void {
  say(`  ${compared} of ${named} named ${what} compared`);
  if (beyond.length > 0) say(`  ${beyond.length} of them lie beyond the end of the dump`);
  if (passed.length > 0) say(`  ${passed.length} of them lie before the saved state: audit without it`);
}

function sayHeads({ heads, sequence }: DumpAuditResult, say: Say): void {
  if (heads === null) {
    say('  Note: without --log nothing says that this is the journal that was signed in public.');
    return;
  }
  const left = heads.named - heads.compared;
  say(`  ${heads.compared} of ${heads.named} signed heads of the journal compared`);
  if (left > 0) say(`  ${left} of them are of a longer journal than the dump`);
  if (heads.sequence < sequence) say(`  Note: what is after sequence ${heads.sequence} was not signed yet.`);
}

function coreOf({ core, released }: DumpStretch): string {
  if (core === null) return 'the core of before cores were kept';
  return `core ${core.slice(0, 12)}${released ? '' : ', which was never released'}`;
}
