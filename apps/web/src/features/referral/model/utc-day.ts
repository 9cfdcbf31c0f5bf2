/** Days are UTC days, in every time zone: `2026-01-31`. */
export function utcDay(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
