import type pg from 'pg';
import { encodeBody } from './codec.ts';
import type { OfficeBodies } from '../events/event.ts';
import { OFFICE_KINDS } from '../events/kinds/office-kinds.ts';

export type OfficeEvent = {
  [K in keyof OfficeBodies]: {
    readonly kind: K;
    /** Whom it concerns; null: nobody in particular. */
    readonly customerId: number | null;
    readonly atMs: number;
    readonly body: OfficeBodies[K];
  };
}[keyof OfficeBodies];

/**
 * Says in the caller's transaction what it does: subscribers see it if and only if that commits, in the order in which
 * transactions commit. The events of one transaction stay in their order.
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
