export type Place = readonly (string | number)[];

/** Every place in a JSON value, as a list of keys. */
export function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

export function partAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((part, key) => (part as Record<string | number, unknown>)?.[key], value);
}

export function replaced(value: unknown, [key, ...rest]: Place, part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.with(key as number, replaced(value[key as number], rest, part));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, part) };
}
