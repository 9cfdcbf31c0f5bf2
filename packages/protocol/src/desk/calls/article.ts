import { z } from 'zod';
import { helpText, helpTexts } from '../changes.ts';
import { deskCallsOf } from '../desk-call.ts';
import { HELP_CATEGORIES } from '../../calls/help.ts';

const slug = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/);

export const articleDeskCalls = deskCallsOf({
  'GET desk/articles': {
    summary: 'The help centre’s articles, with how often they were read and found useful in the last 30 days',
    permission: 'article.read',
    output: z.object({
      items: z.array(
        z.object({
          slug: z.string(),
          category: z.enum(HELP_CATEGORIES),
          /** In English. */
          title: z.string(),
          reads: z.number(),
          useful: z.number(),
          not_useful: z.number(),
          /** Languages whose words the operator has changed. */
          edited: z.array(z.string()),
          edited_at_ms: z.number().nullable(),
        }),
      ),
    }),
  },
  'GET desk/article': {
    summary:
      'One article in all languages, as shown, as shipped, and its versions. Changes are proposals of kind `article`',
    permission: 'article.read',
    input: z.object({ slug }),
    output: z.object({
      slug: z.string(),
      category: z.enum(HELP_CATEGORIES),
      texts: helpTexts.required(),
      shipped: helpTexts.required(),
      /** Newest first. */
      versions: z.array(
        z.object({
          language: z.string(),
          version: z.number(),
          /** Null: reset to the shipped text. */
          text: helpText.nullable(),
          made_by: z.string(),
          confirmed_by: z.string(),
          at_ms: z.number(),
        }),
      ),
    }),
    errors: ['not_found'],
  },
});
