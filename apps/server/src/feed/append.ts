import type pg from 'pg';
import { encodeBody } from './codec.ts';
import type { OfficeBodies } from '../events/event.ts';
import { OFFICE_KINDS } from '../events/kinds/office-kinds.ts';

export type OfficeEvent = {
  [K in keyof OfficeBodies]: {
    readonly kind: K;
    /** The customer concerned; null: no particular one. */
    readonly customerId: number | null;
    readonly atMs: number;
    readonly body: OfficeBodies[K];
  };
}[keyof OfficeBodies];

/**
 * Appends events in the caller's transaction: subscribers see them if and only if it commits, in the order of commits.
 * The events of one transaction keep their order.
 */
export async function appendToFeed(
  client: Pick<pg.ClientBase, 'query'>,
  ...events: readonly OfficeEvent[]
): Promise<void> {
  await client.query(
    `insert into office_events (kind, version, customer_id, at_ms, body)
     select kind, version, customer_id, at_ms, body
       from unnest($1::text[], $2::integer[], $3::integer[], $4::bigint[], $5::text[]) with ordinality
         as new (kind, version, customer_id, at_ms, body, place) order by place`,
    [
      events.map(event => event.kind),
      events.map(event => OFFICE_KINDS[event.kind].version),
      events.map(event => event.customerId),
      events.map(event => event.atMs),
      events.map(event => encodeBody(event.body)),
    ],
  );
}
