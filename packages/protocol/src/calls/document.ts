import { z } from 'zod';
import { callsOf } from '../call.ts';

/** Documents that customers accept: service agreement, privacy policy, risk disclosure. */
export const DOCUMENTS = ['agreement', 'privacy', 'risk'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

const document = z.enum(DOCUMENTS);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const documentCalls = callsOf('identity', {
  'GET document/list': {
    summary: 'Our documents in the version in force, and which of them the caller still has to accept',
    auth: 'optional',
    output: z.object({
      items: z.array(z.object({ document, version: z.string(), title: z.string(), asked: z.boolean() })),
    }),
  },
  'GET document/read': {
    summary: 'A document in the language of the request, with the SHA-256 of its words and all its versions',
    auth: 'optional',
    input: z.object({ document, version: version.optional() }),
    output: z.object({
      document,
      version: z.string(),
      in_force: z.boolean(),
      lang: z.string(),
      title: z.string(),
      sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
      /** SHA-256 of title, headings and paragraphs, one per line, in UTF-8. */
      sha256,
      /** Newest first; `changed`: what differs from the version before. */
      versions: z.array(z.object({ version: z.string(), changed: z.string().nullable() })),
      /** The newest that the caller has accepted. */
      accepted: z
        .object({ version: z.string(), lang: z.string(), sha256, accepted_at_ms: z.number() })
        .nullable(),
      /** Whether taking new risk requires accepting it first. */
      asked: z.boolean(),
    }),
    errors: ['not_found'],
  },
  'POST document/accept': {
    summary: 'Accept a document in the words that were read',
    input: z.object({ document, version, sha256 }),
    output: z.object({
      /** What still has to be accepted. */
      asked: z.array(document),
    }),
    errors: ['agreement_changed'],
  },
});
