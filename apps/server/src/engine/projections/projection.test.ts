import { expect, it } from 'vitest';
import {
  fixed,
  flag,
  from,
  group,
  hex,
  int4,
  int8,
  jsonb,
  minor,
  named,
  orNull,
  text,
  UnreadableRow,
  word,
} from './kinds.ts';
import { Projection } from './projection.ts';

interface Part {
  readonly lots: number;
  readonly heldBy: number;
}

interface Thing {
  readonly thingId: number;
  readonly heldBy: number;
  readonly side: 'buy' | 'sell';
  readonly amountMinor: bigint;
  readonly part: Part | null;
  readonly note: string | null;
}

const THINGS = new Projection<Thing, { readonly atMs: number }>(
  'things',
  {
    thingId: int8,
    heldBy: fixed(int4),
    side: word('buy', 'sell'),
    amountMinor: minor,
    part: orNull(group({ lots: int8, heldBy: from('held_by', int4) })),
    note: named('remark', orNull(text())),
  },
  { key: ['thingId'], sums: ['amountMinor'], stamp: { atMs: named('made_at_ms', int8) } },
);

const ROW = {
  thing_id: '7',
  held_by: 2,
  side: 'sell',
  amount_minor: '-9223372036854775808',
  part_lots: '5',
  remark: null,
  made_at_ms: '1700000000000',
};
const THING: Thing = {
  thingId: 7,
  heldBy: 2,
  side: 'sell',
  amountMinor: -(2n ** 63n),
  part: { lots: 5, heldBy: 2 },
  note: null,
};

it('reads rows as the driver returns them, with the stamp or without', () => {
  expect(THINGS.decode(ROW)).toEqual(THING);
  expect(THINGS.decode({ ...ROW, part_lots: null, remark: 'so' })).toEqual({
    ...THING,
    part: null,
    note: 'so',
  });
  expect(THINGS.decodeStamped(ROW)).toEqual({ ...THING, atMs: 1_700_000_000_000 });
});

it.each([
  ['an unknown word', { side: 'give' }, 'things.side is no text as declared: give'],
  ['a column that was not selected', { amount_minor: undefined }, 'things.amount_minor'],
  ['null where none is declared', { held_by: null }, 'things.held_by'],
  ['an integer that a number cannot hold', { thing_id: '9007199254740993' }, 'things.thing_id'],
])('refuses %s', (_what, change, message) => {
  expect(() => THINGS.decode({ ...ROW, ...change })).toThrow(UnreadableRow);
  expect(() => THINGS.decode({ ...ROW, ...change })).toThrow(message);
});

it('writes a new row, a row that may exist and a row that exists', () => {
  const sql = (table: ReturnType<typeof THINGS.inserts>): string =>
    table.statement(table.columns.map((_, i) => `$${i + 1}`)).replaceAll(/\s+/g, ' ');
  const insert =
    'insert into things (thing_id, held_by, side, amount_minor, part_lots, remark, made_at_ms) ' +
    'select unnest($1), unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)';
  expect(sql(THINGS.inserts())).toBe(insert);
  expect(sql(THINGS.upserts())).toBe(
    `${insert} on conflict (thing_id) do update set side = excluded.side, ` +
      'amount_minor = things.amount_minor + excluded.amount_minor, part_lots = excluded.part_lots, ' +
      'remark = excluded.remark, made_at_ms = excluded.made_at_ms',
  );
  expect(sql(THINGS.updates('things_updated'))).toBe(
    'update things set side = given.side, amount_minor = things.amount_minor + given.amount_minor, ' +
      'part_lots = given.part_lots, remark = given.remark, made_at_ms = given.made_at_ms ' +
      'from (select unnest($1) as thing_id, unnest($2) as side, unnest($3) as amount_minor, ' +
      'unnest($4) as part_lots, unnest($5) as remark, unnest($6) as made_at_ms) as given ' +
      'where things.thing_id = given.thing_id',
  );
});

it('writes what is written once as the first of a batch says, wherever the batch is cut', () => {
  interface Held {
    readonly thingId: number;
    readonly lots: number;
  }
  interface When {
    readonly madeAtMs: number;
    readonly changedAtMs: number;
  }
  const held = new Projection<Held, When>(
    'held',
    { thingId: int8, lots: int8 },
    { key: ['thingId'], stamp: { madeAtMs: fixed(int8), changedAtMs: int8 } },
  );
  /** A row as the table has it after batches: a second one does not touch what is written once. */
  const after = (...batches: readonly (readonly number[])[]): unknown[] => {
    const pushed: [Held, When][] = [];
    const rows = held.upserts();
    rows.push = (view, stamp) => void pushed.push([view, stamp]);
    const latest = held.latest(rows);
    for (const times of batches) {
      for (const atMs of times)
        latest.push({ thingId: 7, lots: atMs }, { madeAtMs: atMs, changedAtMs: atMs });
      latest.close();
    }
    const [, { changedAtMs }] = pushed.at(-1)!;
    return [pushed[0]![1].madeAtMs, changedAtMs, pushed.at(-1)![0].lots];
  };
  expect(after([1], [2], [3])).toEqual([1, 3, 3]);
  expect(after([1, 2], [3])).toEqual([1, 3, 3]);
  expect(after([1, 2, 3])).toEqual([1, 3, 3]);
});

it('reads other kinds', () => {
  const others = new Projection<{
    readonly on: boolean;
    readonly hash: string;
    readonly list: readonly number[];
  }>('others', { on: flag, hash: hex, list: jsonb() }, { key: ['hash'] });
  const row = { on: true, hash: Buffer.from('00ff', 'hex'), list: [1, 2] };
  expect(others.decode(row)).toEqual({ on: true, hash: '00ff', list: [1, 2] });
  expect(() => others.decode({ ...row, on: 't' })).toThrow('others.on');
  expect(() => others.decode({ ...row, hash: '00ff' })).toThrow('others.hash');
});
