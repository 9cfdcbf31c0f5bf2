import type { z } from 'zod';

interface Version {
  readonly schema: z.ZodType;
  /** From what the version before meant; the first has none. */
  readonly upgrade: ((earlier: never) => unknown) | null;
}

/**
 * A kind of event in all the shapes it was ever written in. What is in the feed stays as it was written: a change is a
 * version more, with the way from the one before, and `feed/testing/golden-events.json` keeps a line of each.
 */
export class Kind<Body> {
  /** The last one is what is written now. */
  readonly versions: readonly Version[];

  private constructor(versions: readonly Version[]) {
    this.versions = versions;
  }

  static of<Schema extends z.ZodType>(schema: Schema): Kind<z.output<Schema>> {
    return new Kind([{ schema, upgrade: null }]);
  }

  /** From now on written as `schema`; `upgrade` makes of an earlier body what it means today. */
  next<Schema extends z.ZodType>(
    schema: Schema,
    upgrade: (earlier: Body) => z.output<Schema>,
  ): Kind<z.output<Schema>> {
    return new Kind([...this.versions, { schema, upgrade }]);
  }

  get version(): number {
    return this.versions.length;
  }

  /** Throws for a version that is not known (written by a later program) and for a body that is not of it. */
  decode(version: number, body: string): Body {
    const written = this.versions[version - 1];
    if (written === undefined) throw new Error(`version ${version} is not known`);
    let value = written.schema.parse(JSON.parse(body));
    for (const { upgrade } of this.versions.slice(version)) value = upgrade!(value as never);
    return value as Body;
  }
}
