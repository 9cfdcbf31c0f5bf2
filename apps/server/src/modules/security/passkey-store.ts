import type pg from 'pg';

type Queries = Pick<pg.ClientBase, 'query'>;

export interface Passkey {
  readonly id: number;
  readonly customerId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

type Row = Omit<Passkey, 'publicKey'> & { readonly publicKey: Buffer };

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", credential_id as "credentialId",
  public_key as "publicKey", counter::float8 as counter, transports, synced, name, created_at_ms::float8 as "createdAtMs",
  last_used_at_ms::float8 as "lastUsedAtMs"`;

export async function passkeysOf(db: Queries, customerId: number): Promise<Passkey[]> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from passkeys where customer_id = $1 order by id`, [
    customerId,
  ]);
  return rows.map(fromRow);
}

export async function findPasskey(db: Queries, credentialId: string): Promise<Passkey | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from passkeys where credential_id = $1`, [
    credentialId,
  ]);
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Null if the credential is known already, or the customer has as many as allowed. */
export async function insertPasskey(
  db: Queries,
  passkey: Omit<Passkey, 'id' | 'lastUsedAtMs'>,
  maximum: number,
): Promise<Passkey | null> {
  const { rows } = await db.query<Row>(
    `insert into passkeys (customer_id, credential_id, public_key, counter, transports, synced, name, created_at_ms)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from passkeys where customer_id = $1) < $9
     on conflict do nothing returning ${COLUMNS}`,
    [
      passkey.customerId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.synced,
      passkey.name,
      passkey.createdAtMs,
      maximum,
    ],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Null for a passkey that is not the customer's. */
export async function renamePasskey(
  db: Queries,
  customerId: number,
  id: number,
  name: string,
): Promise<Passkey | null> {
  const { rows } = await db.query<Row>(
    `update passkeys set name = $3 where customer_id = $1 and id = $2 returning ${COLUMNS}`,
    [customerId, id, name],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Null for a passkey that is not the customer's. */
export async function deletePasskey(db: Queries, customerId: number, id: number): Promise<Passkey | null> {
  const { rows } = await db.query<Row>(
    `delete from passkeys where customer_id = $1 and id = $2 returning ${COLUMNS}`,
    [customerId, id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** False if it is gone, or if the counter shows that the authenticator was copied: see WebAuthn, section 6.1.1. */
export async function noteUse(db: Queries, id: number, counter: number, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update passkeys set counter = $2, last_used_at_ms = $3
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, atMs],
  );
  return rowCount === 1;
}

function fromRow(row: Row): Passkey {
  return { ...row, publicKey: new Uint8Array(row.publicKey) };
}
