import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { role } from './operator.ts';

export const auditEntry = z.object({
  id: z.number(),
  at_ms: z.number(),
  /** 0 and `system` for what the server did by itself. */
  operator_id: z.number(),
  operator: z.string(),
  role: role.nullable(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  /** Lower-case hex; covers this entry and, through the one before, all before it. */
  hash: z.string(),
});

const filter = {
  operator_id: f.shortId.optional(),
  /** A whole action (`market.stop`) or its first part (`market`). */
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/)
    .optional(),
  /** The start of a subject, e.g. `customer:10001`. */
  subject: z
    .string()
    .regex(/^[\w:./-]{1,80}$/)
    .optional(),
  from_ms: f.timestampMs.optional(),
  to_ms: f.timestampMs.optional(),
};

export const auditCalls = deskCallsOf({
  'GET desk/audit': {
    summary: 'The audit log, newest first',
    permission: 'audit.read',
    input: z.object({ ...filter, ...f.paging }),
    output: f.page(auditEntry),
  },
  'GET desk/audit_export': {
    summary: 'The same as CSV, at most 10,000 entries',
    permission: 'audit.read',
    input: z.object(filter),
    output: z.object({ csv: z.string(), entries: z.number() }),
  },
  'GET desk/audit_check': {
    summary: 'Works the whole chain of hashes out again',
    permission: 'audit.read',
    output: z.object({
      entries: z.number(),
      head: z.string(),
      /** The first entry whose hash is wrong, null if all are right. */
      broken_at: z.number().nullable(),
    }),
  },
});
