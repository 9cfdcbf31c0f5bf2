import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CannotCheck, CheckFailed } from './check-failed.ts';
import { readBooks } from './books-file.ts';
import { checkJournal } from './check-journal.ts';
import { Checker } from './checker.ts';
import { journalHeads } from './journal-heads.ts';
import { folderOf, headRecord, opening, smallDump } from './testing/small-journal.ts';

const ROWS = Array.from({ length: 11 }, (_, i) => opening(2 * i + 1, 2 * i + 2));
const dump = smallDump(ROWS);
const HEADS = [1, 2, 5, 8, 11].map((size, i) => headRecord(dump, i + 1, size));

/** What the program says and ends with. */
function run(...args: readonly string[]): Promise<[code: number, text: string]> {
  const program = path.join(import.meta.dirname, 'cli.ts');
  return new Promise(resolve => {
    const child = execFile(process.execPath, [program, ...args], (_error, out, err) =>
      resolve([child.exitCode ?? -1, `${out}${err}`]),
    );
  });
}

/** The books after so many commands. */
function booksAfter(commands: number): string {
  const checker = new Checker();
  for (let id = 1; id <= commands; id++)
    checker.apply({ type: 'openCustomer', customerId: id } as { type: string }, 1_760_000_000_000 + id);
  return checker.booksHash();
}

const booksLine = (sequence: number, hash = booksAfter(sequence)): string =>
  JSON.stringify({ kind: 'books', body: { sequence, hash } });

async function compared(heads: readonly string[], of = dump) {
  await using files = await folderOf({ dump: of.lines, log: heads });
  return (await checkJournal(files.at('dump'), { heads: journalHeads(files.at('log')) })).heads;
}

it('compares the rows with every signed head of the journal', async () => {
  expect(await compared(HEADS)).toEqual({ named: 5, compared: 5, sequence: 22 });
  expect(await compared([HEADS[0]!, HEADS[0]!, HEADS[3]!])).toEqual({ named: 3, compared: 3, sequence: 16 });
});

it.each([
  ['another root', { root: 'ab'.repeat(32) }, 'other rows'],
  ['another end', { sequence: 17 }, 'up to sequence 17, and row 8 ends with 16'],
  ['another newest row', { entry: 'ab'.repeat(32) }, 'another row 8'],
])('finds a head that was signed over %s', async (_, changed, message) => {
  const heads = HEADS.toSpliced(3, 1, headRecord(dump, 4, 8, changed));
  await expect(compared(heads)).rejects.toThrow(message);
  await expect(compared(heads)).rejects.toThrow(CheckFailed);
});

it('finds another journal under the same heads, whose own hashes all fit', async () => {
  const other = smallDump(ROWS.toSpliced(6, 1, opening(13), opening(14)));
  await expect(compared(HEADS, other)).rejects.toThrow('record 4 of the public log is of 8 other rows');
  // With a secret of its own choice it is another tree from the first row on.
  const chosen = smallDump(ROWS, { first: { blinding: '00'.repeat(32) } });
  await expect(compared(HEADS, chosen)).rejects.toThrow('record 1');
  await expect(compared([HEADS[4]!, HEADS[0]!])).rejects.toThrow(CheckFailed);
});

it('cannot compare without the secret, or with a head that says another thing than its text', async () => {
  await expect(compared(HEADS, smallDump(ROWS, { first: {} }))).rejects.toThrow(CannotCheck);
  const forged = HEADS[0]!.replace('"size":1', '"size":2');
  await expect(compared([forged])).rejects.toThrow('is none, in record 1');
});

it('says by its exit code whether all that was named was compared', async () => {
  const half = smallDump(ROWS.slice(0, 6));
  await using files = await folderOf({
    dump: dump.lines,
    half: half.lines,
    none: smallDump([]).lines,
    broken: smallDump(['[null]']).lines,
    log: [...HEADS, booksLine(4), booksLine(20)],
    heads: HEADS,
    books: [booksLine(4), booksLine(20)],
    early: [booksLine(4)],
    nothing: [JSON.stringify({ kind: 'notice', body: {} })],
  });
  const at = (...args: string[]): string[] => args.map(arg => (arg.startsWith('--') ? arg : files.at(arg)));
  const said = async (...args: string[]) => run(...at(...args));
  const right = await said('dump', '--log', 'log');
  expect(right).toEqual([0, expect.stringContaining('5 of 5 signed heads of the journal compared')]);
  expect(right[1]).toContain('2 of 2 named books compared');
  // A young log names no books yet.
  expect(await said('dump', '--log', 'heads')).toEqual([0, expect.stringContaining('0 of 0 named books')]);
  const cut = await said('half', '--log', 'log');
  expect(cut).toEqual([2, expect.stringContaining('NOT ALL COULD BE COMPARED')]);
  expect(cut[1]).toContain('3 of 5 signed heads');
  expect(cut[1]).toContain('1 of 2 named books compared');
  expect(await said('half', '--books', 'books')).toEqual([
    2,
    expect.stringContaining('1 of them lie beyond'),
  ]);
  expect(await said('dump', '--books', 'nothing')).toEqual([
    2,
    expect.stringContaining('0 of 0 named books'),
  ]);
  expect(await said('dump', '--log', 'nothing')).toEqual([2, expect.stringContaining('0 of 0 signed heads')]);
  expect(await said('broken')).toEqual([1, expect.stringContaining('THE JOURNAL DOES NOT FOLLOW')]);
  expect(await said('none', '--books', 'books')).toEqual([2, expect.stringContaining('no commands')]);
  expect(await said('dump', '--log', 'log', '--books', 'books')).toEqual([
    2,
    expect.stringContaining('Usage'),
  ]);
  // A saved state is not told about what it has passed.
  expect(await said('half', '--state', 'state')).toEqual([0, expect.any(String)]);
  expect(await said('dump', '--state', 'state', '--books', 'early')).toEqual([
    2,
    expect.stringContaining('before the saved state'),
  ]);
});

it('keeps with its state which books were compared', async () => {
  await using files = await folderOf({
    half: smallDump(ROWS.slice(0, 6)).lines,
    dump: dump.lines,
    other: [booksLine(4, 'ab'.repeat(32))],
  });
  const stateFile = files.at('state');
  const books = new Map([[4, booksAfter(4)]]);
  await checkJournal(files.at('half'), { books, stateFile });
  const all = new Map([...books, [20, booksAfter(20)]]);
  expect(await checkJournal(files.at('dump'), { books: all, stateFile })).toMatchObject({
    compared: 2,
    passed: [],
    beyond: [],
    now: 10,
  });
  await expect(
    checkJournal(files.at('dump'), { books: await readBooks(files.at('other')), stateFile }),
  ).rejects.toThrow('the books after sequence 4 had the hash');
});

it('compares the books before the first command', async () => {
  await using files = await folderOf({
    dump: dump.lines,
    books: [booksLine(0)],
    other: [booksLine(0, 'ab'.repeat(32))],
  });
  const books = await readBooks(files.at('books'));
  expect(await checkJournal(files.at('dump'), { books })).toMatchObject({ compared: 1, beyond: [] });
  const wrong = await readBooks(files.at('other'));
  await expect(checkJournal(files.at('dump'), { books: wrong })).rejects.toThrow(
    'the books after sequence 0',
  );
});

it.each([
  ['[null]'],
  ['[[]]'],
  ['{"length":1}'],
  ['[[1760000000001,"#else",1,2]]'],
  ['[[1760000000001,"#state"]]'],
  [`[[1760000000001,"#state",9,"${'ab'.repeat(32)}"]]`],
  ['[[1760000000001,"#state",1,"ab"]]'],
  [`[[1760000000001,"#seam",null,"${'ab'.repeat(32)}","${'ab'.repeat(32)}"]]`],
  ['[[1760000000001,"credit",1,"spot",1,"x","faucet","y"]]'],
])('finds a row that no exchange writes: %s', async commands => {
  await using files = await folderOf({ dump: smallDump([commands, opening(1)]).lines });
  await expect(checkJournal(files.at('dump'))).rejects.toThrow(CheckFailed);
});

it('finds a row without entries, and one whose core is no hash', async () => {
  const writer = { core: 'x'.repeat(64), logic_version: 1 };
  await using files = await folderOf({
    empty: smallDump([opening(1), '[]']).lines,
    core: smallDump(ROWS, { writer }).lines,
  });
  await expect(checkJournal(files.at('empty'))).rejects.toThrow('is unreadable');
  await expect(checkJournal(files.at('core'))).rejects.toThrow('is unreadable');
});

it('takes the notes that an exchange writes', async () => {
  const hash = 'ab'.repeat(32);
  const notes = [
    `[[1760000000001,"#state",1,"${hash}"]]`,
    `[[1760000000001,"#seam",null,"${hash}","${hash}",true]]`,
  ];
  await using files = await folderOf({ dump: smallDump([opening(1), ...notes]).lines });
  expect(await checkJournal(files.at('dump'))).toMatchObject({ commands: 1, at: { sequence: 3 } });
});

it('finds code behind the first row, and stops at a line of any length', async () => {
  const { lines } = dump;
  await using files = await folderOf({
    code: lines.toSpliced(3, 0, JSON.stringify({ core: 'a', code: 'b' })),
    long: [...lines.slice(0, 2), 'x'.repeat(40 * 1024 * 1024)],
  });
  await expect(checkJournal(files.at('code'))).rejects.toThrow('code after sequence 4');
  await expect(checkJournal(files.at('long'))).rejects.toThrow(CannotCheck);
});

it.each([
  ['no JSON', 'books after 4: aa'],
  ['a whole answer of the API', JSON.stringify({ code: 'ok', data: { items: [] } })],
  ['another shape', JSON.stringify({ kind: 'books', number: 3 })],
  [
    'an entry of another kind',
    JSON.stringify({ kind: 'books', number: 3, entry: '{"kind":"notice","number":3,"body":{}}' }),
  ],
  ['a list', '[]'],
  ['a sequence that is none', booksLine(4).replace('"sequence":4', '"sequence":-1')],
  ['two hashes', `${booksLine(4)}\n${booksLine(4, 'ab'.repeat(32))}`],
])('refuses a list of books with %s', async (_, line) => {
  await using files = await folderOf({ books: [booksLine(2), line] });
  await expect(readBooks(files.at('books'))).rejects.toThrow(CannotCheck);
});

it('reads the items of the API', async () => {
  const entry = JSON.stringify({
    at_ms: 1,
    body: { hash: 'ab'.repeat(32), sequence: 4 },
    kind: 'books',
    number: 3,
  });
  await using files = await folderOf({
    books: [JSON.stringify({ number: 3, kind: 'books', at_ms: 1, entry })],
  });
  expect([...(await readBooks(files.at('books')))]).toEqual([[4, 'ab'.repeat(32)]]);
});
