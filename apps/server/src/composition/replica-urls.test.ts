import { expect, it } from 'vitest';
import { replicaUrls } from './replica-urls.ts';

it('a replica without a user has that of the database', () => {
  const urls = replicaUrls({
    DATABASE_URL: 'postgresql://me:s%40cret@primary:5432/exchange?sslmode=require',
    REPLICA_URLS: ['postgresql://one:5432/exchange', 'postgresql://reader:other@two/exchange'],
  });
  expect(urls).toEqual([
    'postgresql://me:s%40cret@one:5432/exchange',
    'postgresql://reader:other@two/exchange',
  ]);
});

it('there is none by default', () => {
  expect(replicaUrls({ DATABASE_URL: 'postgresql://me@primary/exchange', REPLICA_URLS: null })).toEqual([]);
});
