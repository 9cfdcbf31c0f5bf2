import type { Settings } from '../config/settings.ts';

/** The addresses of replicas, each with a user: one that names none has that of the database. */
export function replicaUrls({
  DATABASE_URL,
  REPLICA_URLS,
}: Pick<Settings, 'DATABASE_URL' | 'REPLICA_URLS'>): readonly string[] {
  if (REPLICA_URLS === null || DATABASE_URL === null) return REPLICA_URLS ?? [];
  const { username, password } = new URL(DATABASE_URL);
  return REPLICA_URLS.map(text => {
    const url = new URL(text);
    if (url.username === '') [url.username, url.password] = [username, password];
    return url.href;
  });
}
