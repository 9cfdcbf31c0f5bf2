import type pg from 'pg';

/** The value stored under the name, or null. The caller wrote it and knows its shape. */
export async function readState<Value>(
  db: Pick<pg.ClientBase, 'query'>,
  name: string,
): Promise<Value | null> {
  const { rows } = await db.query<{ value: Value }>('select value from server_state where name = $1', [name]);
  return rows[0]?.value ?? null;
}

export async function writeState(
  db: Pick<pg.ClientBase, 'query'>,
  name: string,
  value: unknown,
): Promise<void> {
  await db.query(
    `insert into server_state (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  );
}
