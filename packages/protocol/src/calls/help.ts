import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

/** Groups of the help centre, in the order they are shown. */
export const HELP_CATEGORIES = [
  'start',
  'security',
  'funds',
  'spot',
  'contract',
  'option',
  'trust',
  'launch',
  'proof',
  'referral',
  'app',
] as const;

const category = z.enum(HELP_CATEGORIES);
const slug = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/);
/** An error's stable code, or another obstacle: `hold.password`, `order.self_trade`. */
const code = z.string().regex(/^[a-z][a-z0-9_.]{0,79}$/);

export const helpArticleHead = z.object({
  slug: z.string(),
  category,
  title: z.string(),
  /** Plain text. */
  summary: z.string(),
});

export const helpCalls = callsOf('help', {
  'GET help/articles': {
    summary:
      'The help centre’s articles in the request’s language, all or of one category, and the most read',
    auth: 'none',
    input: z.object({ category: category.optional() }),
    output: z.object({
      items: z.array(helpArticleHead),
      /** Slugs of the last 30 days, most read first; at most five. */
      most_read: z.array(z.string()),
    }),
  },
  'GET help/article': {
    summary:
      'One article with its text, by its slug or by the error code it explains. The text is Markdown without HTML: ' +
      'paragraphs, headings, lists, tables, bold, links',
    auth: 'optional',
    input: z.object({ slug: slug.optional(), code: code.optional() }),
    output: helpArticleHead.extend({
      body: z.string(),
      related: z.array(helpArticleHead),
      /** When the operator last changed its text; null: as shipped. */
      edited_at_ms: z.number().nullable(),
      /** The caller's own rating. */
      found_useful: z.boolean().nullable(),
    }),
    errors: ['missing_field', 'not_found'],
  },
  'GET help/search': {
    summary:
      'Articles by words, by an error’s code or by its message; the best first. In the request’s language, in English ' +
      'where that has none',
    auth: 'none',
    input: z.object({ q: z.string().max(200) }),
    output: z.object({
      items: z.array(
        helpArticleHead.extend({
          /** The error it explains, where that was asked for. */
          code: z.string().nullable(),
        }),
      ),
    }),
  },
  'POST help/useful': {
    summary: 'Was the article useful? Counted once per customer, or per visitor; the newest word counts',
    auth: 'optional',
    input: z.object({ slug, useful: f.flag }),
    output: z.object({ found_useful: z.boolean() }),
    errors: ['not_found'],
  },
});
