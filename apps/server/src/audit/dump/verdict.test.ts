import { Exchange } from '@tallystick/core';
import {
  BLINDING,
  folderOf,
  headRecord,
  opening,
  smallDump,
  type SmallDumpOptions,
} from '@tallystick/audit/testing/small-journal';
import { expect, it } from 'vitest';
import { booksHashOf } from '../../engine/books-hash.ts';
import { packBundle, runBundle } from '../../engine/cores/bundle.ts';
import { currentCore, readReleased } from '../../engine/cores/released.ts';
import { sha256 } from '../../engine/replay.ts';
import { runDumpAudit, type DumpArguments } from './commands.ts';
import { codeIn, outlineOf } from './read-dump.ts';

const ROWS = Array.from({ length: 11 }, (_, i) => opening(2 * i + 1, 2 * i + 2));
const CORE = currentCore()!.hash;
const released = readReleased(CORE);
const version = runBundle(released).LOGIC_VERSION;
/** The same core in a bundle that nobody has released. */
const code = `${released.code}\n// as somebody else has it`;
const foreign = { hash: sha256(code), code };

const by = (core: string, more: SmallDumpOptions = {}): SmallDumpOptions => ({
  writer: { core, logic_version: version },
  ...more,
});
const dump = smallDump(ROWS, by(CORE));
const HEADS = [1, 2, 5, 8, 11].map((size, i) => headRecord(dump, i + 1, size));

function booksAfter(commands: number): string {
  const exchange = new Exchange();
  for (let id = 1; id <= commands; id++)
    exchange.apply({ type: 'openCustomer', customerId: id }, 1_760_000_000_000 + id);
  return booksHashOf(exchange);
}

const booksLine = (sequence: number, hash = booksAfter(sequence)): string =>
  JSON.stringify({ kind: 'books', body: { sequence, hash } });
/** Before the second head. */
const sourceLine = (core: string, atMs = 1_760_000_000_001): string =>
  JSON.stringify({
    kind: 'source',
    number: 90,
    at_ms: atMs,
    body: { version: '1', core, started_at_ms: atMs },
  });

interface Verdict {
  readonly exit: number;
  readonly said: string;
  readonly warned: string;
}

/** What the program comes to, with files of these lines; arguments name the files. */
async function verdict(
  files: Readonly<Record<string, readonly string[]>>,
  ...runs: readonly Partial<DumpArguments>[]
): Promise<Verdict> {
  await using folder = await folderOf(files);
  let last: Verdict = { exit: -1, said: '', warned: '' };
  for (const { dump: name = 'dump', log, books, state, unreleased = false } of runs as Run[]) {
    const said: string[] = [];
    const warned: string[] = [];
    const at = (file: string | undefined) => (file === undefined ? undefined : folder.at(file));
    const exit = await runDumpAudit(
      folder.at(name),
      { log: at(log), books: at(books), state: at(state), unreleased },
      { say: line => said.push(line), warn: line => warned.push(line) },
    );
    last = { exit, said: said.join('\n'), warned: warned.join('\n') };
  }
  return last;
}

type Run = Partial<DumpArguments> & { readonly dump?: string };

it('ties the rows to every signed head, the books and the core that were named in public', async () => {
  const log = [sourceLine(CORE), ...HEADS, booksLine(4), booksLine(20)];
  const { exit, said } = await verdict({ dump: dump.lines, log }, { log: 'log' });
  expect(said).toContain('5 of 5 signed heads of the journal compared');
  expect(said).toContain('2 of 2 named books compared');
  expect(said).toContain(`1 to 22: core ${CORE.slice(0, 12)}, logic version ${version}`);
  expect([exit, said.includes('NOT ALL')]).toEqual([0, false]);
});

it.each([
  ['root', { root: 'ab'.repeat(32) }],
  ['end', { sequence: 17 }],
  ['newest row', { entry: 'ab'.repeat(32) }],
])('finds a head that was signed over another %s', async (_, changed) => {
  const log = HEADS.toSpliced(3, 1, headRecord(dump, 4, 8, changed));
  const { exit, said } = await verdict({ dump: dump.lines, log }, { log: 'log' });
  expect([exit, said]).toEqual([1, expect.stringContaining('THE FIRST DIFFERENCE: journal_head, record=4')]);
});

it('finds another journal under the same heads, whose own hashes and states all fit', async () => {
  const other = smallDump(ROWS.toSpliced(6, 1, opening(13), opening(14)), by(CORE));
  const chosen = smallDump(ROWS, by(CORE, { first: { blinding: '00'.repeat(32) } }));
  const files = { other: other.lines, chosen: chosen.lines, log: HEADS, mixed: [HEADS[4]!, HEADS[0]!] };
  expect(await verdict(files, { dump: 'other', log: 'log' } as Run)).toMatchObject({ exit: 1 });
  expect(await verdict(files, { dump: 'chosen', log: 'log' } as Run)).toMatchObject({
    exit: 1,
    said: expect.stringContaining('record=1') as string,
  });
  expect(await verdict({ dump: dump.lines, log: files.mixed }, { log: 'log' })).toMatchObject({ exit: 1 });
});

it('does not agree with what was not compared', async () => {
  const half = smallDump(ROWS.slice(0, 6), by(CORE)).lines;
  const none = smallDump([], by(CORE)).lines;
  const files = {
    dump: half,
    log: [...HEADS, booksLine(4), booksLine(20)],
    books: [booksLine(4), booksLine(20)],
  };
  const cut = await verdict(files, { log: 'log' });
  expect(cut).toMatchObject({
    exit: 2,
    said: expect.stringMatching(/^NOT ALL COULD BE COMPARED/m) as string,
  });
  expect(cut.said).toContain('3 of 5 signed heads');
  expect(cut.said).toContain('1 of 2 named books compared');
  expect(await verdict(files, { books: 'books' })).toMatchObject({ exit: 2 });
  expect(await verdict({ dump: none, books: files.books }, { books: 'books' })).toMatchObject({
    exit: 2,
    warned: 'the dump has no commands',
  });
  const bare = smallDump(ROWS, by(CORE, { first: {} })).lines;
  expect(await verdict({ dump: bare, log: HEADS }, { log: 'log' })).toMatchObject({ exit: 2 });
  const notice = [JSON.stringify({ kind: 'notice', body: {} })];
  expect(await verdict({ dump: half, books: notice }, { books: 'books' })).toMatchObject({ exit: 2 });
  expect(await verdict({ dump: half, log: notice }, { log: 'log' })).toMatchObject({ exit: 2 });
  expect(await verdict({ dump: half, books: ['books'] }, { books: 'books' })).toMatchObject({ exit: 2 });
});

it('keeps with its state what was compared', async () => {
  const files = {
    half: smallDump(ROWS.slice(0, 6), by(CORE)).lines,
    dump: dump.lines,
    early: [booksLine(4)],
    both: [booksLine(4), booksLine(20)],
    other: [booksLine(4, 'ab'.repeat(32))],
  };
  const first = { dump: 'half', state: 'state', books: 'early' } as Run;
  const second = await verdict(files, first, { state: 'state', books: 'both' });
  expect(second).toMatchObject({ exit: 0, said: expect.stringContaining('2 of 2 named books') as string });
  expect(second.said).toContain('10 of them now');
  expect(second.said).toContain('1 to 22: core');
  const other = await verdict(files, first, { state: 'state', books: 'other' });
  expect(other).toMatchObject({ exit: 1, said: expect.stringContaining('earlier run') as string });
  const blind = { dump: 'half', state: 'state' } as Run;
  expect(await verdict(files, blind, { state: 'state', books: 'early' })).toMatchObject({
    exit: 2,
    said: expect.stringContaining('before the saved state') as string,
  });
});

it('compares the books before the first command', async () => {
  const files = {
    dump: dump.lines,
    books: [booksLine(0), booksLine(4)],
    other: [booksLine(0, 'ab'.repeat(32))],
  };
  expect(await verdict(files, { books: 'books' })).toMatchObject({ exit: 0 });
  expect(await verdict(files, { books: 'other' })).toMatchObject({ exit: 1 });
});

it('warns before code runs that came with the dump, and says whose word the verdict is', async () => {
  const codes = [{ core: foreign.hash, code: packBundle(foreign).toString('base64') }];
  const files = { dump: smallDump(ROWS, by(foreign.hash, { codes })).lines };
  const refused = await verdict(files, {});
  expect(refused).toMatchObject({
    exit: 2,
    said: '',
    warned: expect.stringContaining('never released') as string,
  });
  const run = await verdict(files, { unreleased: true });
  expect(run).toMatchObject({ exit: 0, warned: expect.stringContaining(foreign.hash) as string });
  expect(run.said).toContain(
    `the core ${foreign.hash} came with the dump: of its rows this verdict is its own word`,
  );
  // A later run that has nothing of its rows to play says so as well.
  const again = await verdict(
    files,
    { unreleased: true, state: 'state' },
    { unreleased: true, state: 'state' },
  );
  expect(again.said).toContain('its own word');
  // A core that is nowhere: nothing is said of the journal.
  const missing = { dump: smallDump(ROWS, by(foreign.hash)).lines };
  expect(await verdict(missing, { unreleased: true })).toMatchObject({ exit: 2, said: '' });
});

it('compares who wrote with who was named', async () => {
  const log = [sourceLine('ab'.repeat(32), 1_770_000_000_000), ...HEADS];
  const named = [sourceLine(CORE), ...HEADS, sourceLine('ab'.repeat(32), 1_770_000_000_000)];
  // Named after the newest head: its rows are not in the dump.
  expect(await verdict({ dump: dump.lines, log: named }, { log: 'log' })).toMatchObject({ exit: 0 });
  const wrong = [sourceLine(CORE), sourceLine('ab'.repeat(32)), ...HEADS];
  expect(await verdict({ dump: dump.lines, log: wrong }, { log: 'log' })).toMatchObject({
    exit: 1,
    said: expect.stringContaining('a core that wrote no row') as string,
  });
  // Written before anything was named.
  expect(await verdict({ dump: dump.lines, log }, { log: 'log' })).toMatchObject({ exit: 0 });
  const late = smallDump([JSON.stringify([[1_780_000_000_000, 'openCustomer', 1]])], by(CORE));
  const unnamed = [sourceLine('ab'.repeat(32), 1_770_000_000_000), headRecord(late, 1, 1)];
  expect(await verdict({ dump: late.lines, log: unnamed }, { log: 'log' })).toMatchObject({
    exit: 2,
    said: expect.stringContaining(`names nowhere the core of 1 to 1, core ${CORE.slice(0, 12)}`) as string,
  });
});

it.each(['[null]', '{}', '[[]]', '["#state"]', '[[1,"#state"]]', '[[1760000000001,"openCustomer",{}]]'])(
  'finds a row of nonsense: %s',
  async commands => {
    expect(await verdict({ dump: smallDump([commands], by(CORE)).lines }, {})).toMatchObject({
      exit: 1,
      said: expect.stringContaining('THE FIRST DIFFERENCE: journal') as string,
    });
  },
);

it('finds a row without entries, and one whose core is no hash', async () => {
  for (const one of [smallDump([opening(1), '[]'], by(CORE)), smallDump(ROWS, by('x'.repeat(64)))]) {
    expect(await verdict({ dump: one.lines }, {})).toMatchObject({
      exit: 1,
      said: expect.stringContaining('is unreadable') as string,
    });
  }
});

it('says nothing that a terminal would obey', async () => {
  const { lines } = smallDump([JSON.stringify([[1_760_000_000_001, '\u001b[2J', 1]])], by(CORE));
  const { exit, said } = await verdict({ dump: lines }, {});
  expect([exit, said]).toEqual([1, expect.stringContaining('unknown command in the journal: ?[2J')]);
});

it('says 2 for a file that is not there or is no dump it can unpack', async () => {
  expect(await verdict({}, {})).toMatchObject({ exit: 2, said: '' });
  const files = { 'dump.gz': ['not packed'] };
  expect(await verdict(files, { dump: 'dump.gz' } as Run)).toMatchObject({ exit: 2, said: '' });
  const long = { dump: [dump.lines[0]!, 'x'.repeat(40 * 1024 * 1024)] };
  expect(await verdict(long, {})).toMatchObject({ exit: 2, warned: 'a line of the file is too long' });
});

it('keeps of the cores in a dump only the one that is asked for, and none behind the first row', async () => {
  const codes = [
    { core: 'ab'.repeat(32), code: 'AA==' },
    { core: foreign.hash, code: 'AQ==' },
  ];
  const { lines } = smallDump(ROWS, by(CORE, { codes }));
  await using folder = await folderOf({ dump: lines, late: lines.toSpliced(-2, 0, lines[1]!) });
  expect(await codeIn(folder.at('dump'), foreign.hash)).toEqual(Buffer.of(1));
  expect(await codeIn(folder.at('dump'), 'cd'.repeat(32))).toBeNull();
  expect(Object.keys(await outlineOf(folder.at('dump')))).toEqual(['blinding', 'states', 'end']);
  expect((await outlineOf(folder.at('dump'))).blinding?.toString('hex')).toBe(BLINDING);
  await expect(outlineOf(folder.at('late'))).rejects.toThrow('code after sequence');
});

it('has a bound for the states that a journal names, and for how long it remembers them', async () => {
  const { Exchange: Released } = runBundle(released);
  const exchange = new Released();
  exchange.apply({ type: 'openCustomer', customerId: 1 }, 1_760_000_000_001);
  const stateAfter = (sequence: number): string =>
    JSON.stringify([[1_760_000_000_001, '#state', sequence, exchange.stateHash()]]);
  const each = Array.from({ length: 1_010 }, (_, i) => stateAfter(i + 1));
  const { lines } = smallDump([opening(1), ...each], by(CORE));
  expect(await verdict({ dump: lines }, {})).toMatchObject({
    exit: 0,
    said: expect.stringContaining('1010 named states') as string,
  });
  const late = smallDump([opening(1), ...each, stateAfter(1)], by(CORE));
  expect(await verdict({ dump: late.lines }, {})).toMatchObject({ exit: 1 });
  await using folder = await folderOf({ dump: lines });
  await expect(outlineOf(folder.at('dump'), 1_000)).rejects.toThrow('names more than 1000 states');
});
