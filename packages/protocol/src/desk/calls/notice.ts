import { z } from 'zod';
import { noticeListing, noticeTexts } from '../changes.ts';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';

export const deskNotice = z.object({
  id: z.number(),
  published_at_ms: z.number(),
  /** Not published yet. */
  scheduled: z.boolean(),
  texts: noticeTexts,
  /** Null: about something else. */
  listing: noticeListing.nullable(),
});

export const noticeCalls = deskCallsOf({
  'GET desk/notices': {
    summary:
      'Announcements in every language, scheduled ones included. Changes are proposals of kind `notice`',
    permission: 'notice.read',
    input: z.object({ ...f.paging }),
    output: f.page(deskNotice),
  },
});
