type Field = string | number | bigint | boolean | null | undefined;

/** One line of the books: fields with spaces between, `-` for nothing, 1 and 0 for yes and no. */
export function line(...fields: readonly Field[]): string {
  return fields
    .map(field =>
      field === null || field === undefined ? '-' : typeof field === 'boolean' ? Number(field) : field,
    )
    .join(' ');
}
