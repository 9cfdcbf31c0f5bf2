/** A moment for mails and notices, which add that it is UTC: `2026-07-16 12:00`. */
export function utcMinute(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}
