import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const signedAgreement = z.object({
  version: z.string(),
  lang: z.string(),
  /** Hash of the signed text, see `GET contract/info`. */
  sha256,
  /** The drawn signature, for `GET picture`. */
  picture_id: z.number(),
  signed_at_ms: z.number(),
});

export const agreementCalls = callsOf('identity', {
  'GET contract/info': {
    summary:
      'The service agreement in the language of the request, with the SHA-256 of its text, and whether it is signed',
    auth: 'optional',
    output: z.object({
      version: z.string(),
      lang: z.string(),
      title: z.string(),
      sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
      /** SHA-256 of title, headings and paragraphs, one per line, in UTF-8. */
      sha256,
      /** The caller's newest signature, perhaps of an earlier version. */
      signed: signedAgreement.nullable(),
    }),
  },
  'POST contract/add': {
    summary: 'Sign the service agreement: names the text that was read, and the drawn signature',
    input: z.object({ version: z.string().max(20), sha256, picture_id: f.id, agreement: f.flag }),
    output: signedAgreement,
    errors: [
      'agreement_required',
      'agreement_changed',
      'agreement_signed',
      'picture_unknown',
      'picture_in_use',
    ],
  },
});
