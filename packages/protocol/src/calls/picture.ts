import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { UPLOAD_ERRORS } from './upload-errors.ts';

/** What a picture is for. Each use accepts pictures of its own kind only. */
export const PICTURE_KINDS = [
  'voucher',
  'identity_front',
  'identity_back',
  'identity_holding',
  'signature',
  'recovery_live',
  'support',
  'source_of_funds',
] as const;

export const picture = z.object({
  picture_id: z.number(),
  kind: z.enum(PICTURE_KINDS),
  width: z.number(),
  height: z.number(),
  /** As kept, after it was encoded anew. */
  size_bytes: z.number(),
  created_at_ms: z.number(),
});

export const pictureCalls = callsOf('picture', {
  'POST upload': {
    summary:
      'Upload one picture (JPEG, PNG or WebP) as multipart. It is checked by content, encoded anew without metadata, ' +
      'and kept encrypted. Pictures that nothing refers to are deleted after two days',
    file: 'file',
    input: z.object({ kind: z.enum(PICTURE_KINDS) }),
    output: picture,
    errors: UPLOAD_ERRORS,
  },
  'GET picture': {
    summary: 'A picture of one’s own, as bytes',
    binary: ['image/jpeg', 'image/png'],
    input: z.object({ picture_id: f.id }),
    output: f.bytes,
    errors: ['picture_unknown', 'picture_unavailable'],
  },
  'POST picture/remove': {
    summary: 'Delete a picture of one’s own that nothing refers to yet',
    input: z.object({ picture_id: f.id }),
    output: z.object({ removed: z.literal(true) }),
    errors: ['picture_unknown', 'picture_in_use'],
  },
});
