import type { z } from 'zod';

export interface Definition {
  readonly group: string;
  readonly kind: z.ZodType<unknown, string>;
  /** The default, as written in the environment. Null: none, and an unset setting is null. */
  readonly fallback: string | null;
  readonly help: string;
  /** Never printed. */
  readonly secret?: true;
}
