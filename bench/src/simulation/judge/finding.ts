/** Something is wrong: what, as the exchange has it and as it should be. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly is: string;
  readonly should: string;

  constructor(what: string, is: string, should: string, options?: ErrorOptions) {
    super(what, options);
    this.is = is;
    this.should = should;
  }
}

export function plain(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
}
