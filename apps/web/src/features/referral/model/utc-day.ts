/** Days are counted in UTC, wherever the customer is: `2026-01-31`. */
export function utcDay(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
