import type pg from 'pg';
import type { Queries } from './cases.ts';

/**
 * Moves a visitor's conversations and pictures to a customer. If both have an open conversation, the later one stays open,
 * with the longer waiting time of the two, and the earlier one is closed. Returns the ids of all changed conversations.
 */
export async function adoptCases(
  client: pg.ClientBase,
  visitorHash: Buffer,
  customerId: number,
  atMs: number,
): Promise<number[]> {
  // The lock keeps the customer from beginning a conversation meanwhile: see `holdCustomer`.
  await client.query('select 1 from customers where id = $1 for update', [customerId]);
  const { rows: theirs } = await client.query<{ id: string }>(
    'select id from chat_cases where visitor_hash = $1 order by id for update',
    [visitorHash],
  );
  await client.query(
    'update chat_pictures set customer_id = $2, visitor_hash = null where visitor_hash = $1',
    [visitorHash, customerId],
  );
  if (theirs.length === 0) return [];
  const merged = await mergeOpen(client, visitorHash, customerId, atMs);
  await client.query(
    `update chat_cases set customer_id = $2, visitor_hash = null, network_print = null, revision = revision + 1
      where visitor_hash = $1`,
    [visitorHash, customerId],
  );
  return [...new Set([...theirs.map(({ id }) => Number(id)), ...merged])];
}

/** One conversation is open for each customer at a time. */
async function mergeOpen(
  client: Queries,
  visitorHash: Buffer,
  customerId: number,
  atMs: number,
): Promise<number[]> {
  const { rows } = await client.query<{ id: string; waiting_since_ms: string | null }>(
    `select id, waiting_since_ms from chat_cases
      where (visitor_hash = $1 or customer_id = $2) and closed_at_ms is null order by id for update`,
    [visitorHash, customerId],
  );
  const [earlier, later] = rows;
  if (earlier === undefined || later === undefined) return [];
  await client.query(
    `update chat_cases set revision = revision + 1, closed_at_ms = $2, closed_by = 'merged', waiting_since_ms = null
      where id = $1`,
    [earlier.id, atMs],
  );
  await client.query(
    `update chat_cases set revision = revision + 1, waiting_since_ms = least(waiting_since_ms, $2) where id = $1`,
    [later.id, earlier.waiting_since_ms],
  );
  return [Number(earlier.id), Number(later.id)];
}
