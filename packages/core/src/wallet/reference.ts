const MAX_REFERENCE = 128;

/** Whether it names a row that caused a posting. */
export function isReference(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_REFERENCE;
}
