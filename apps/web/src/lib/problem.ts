/** Why a form cannot be sent: a key for the text, the field to point at, and what the text needs. */
export interface Problem<Code extends string = string, Field extends string = string> {
  readonly code: Code;
  readonly field: Field;
  readonly params?: Readonly<Record<string, string | number>>;
}
