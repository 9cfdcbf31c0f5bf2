import type { z } from 'zod';

interface Version {
  readonly schema: z.ZodType;
  /** Converts a body of the version before; the first version has none. */
  readonly upgrade: ((earlier: never) => unknown) | null;
}

/**
 * A kind of event in all its versions. Stored events are never rewritten: a change adds a version with a conversion
 * from the one before, and `feed/testing/golden-events.json` keeps a line of each.
 */
export class Kind<Body> {
  /** The last one is written now. */
  readonly versions: readonly Version[];

  private constructor(versions: readonly Version[]) {
    this.versions = versions;
  }

  static of<Schema extends z.ZodType>(schema: Schema): Kind<z.output<Schema>> {
    return new Kind([{ schema, upgrade: null }]);
  }

  /** Adds a version, written as `schema` from now on; `upgrade` converts a body of the version before. */
  next<Schema extends z.ZodType>(
    schema: Schema,
    upgrade: (earlier: Body) => z.output<Schema>,
  ): Kind<z.output<Schema>> {
    return new Kind([...this.versions, { schema, upgrade }]);
  }

  get version(): number {
    return this.versions.length;
  }

  /** Throws for an unknown version (written by a later program) and for a body that does not match its version. */
  decode(version: number, body: string): Body {
    const written = this.versions[version - 1];
    if (written === undefined) throw new Error(`version ${version} is not known`);
    let value = written.schema.parse(JSON.parse(body));
    for (const { upgrade } of this.versions.slice(version)) value = upgrade!(value as never);
    return value as Body;
  }
}
