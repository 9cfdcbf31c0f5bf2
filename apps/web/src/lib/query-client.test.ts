import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { CurrentQueryClient, queryClient, renew } from './query-client.ts';

/** A server that holds its answers until released. Each answer has the value at the time of its request. */
function heldServer() {
  const waiting: (() => void)[] = [];
  let truth = 'before';
  return {
    happens: (next: string) => (truth = next),
    asked: () => waiting.length,
    ask: () => {
      const answer = truth;
      return new Promise<string>(resolve => waiting.push(() => resolve(answer)));
    },
    letGo: (index: number) => waiting[index]?.(),
  };
}

function watch(client: CurrentQueryClient, ask: () => Promise<string>) {
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn: ask, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  return { shown: () => observer.getCurrentResult().data, stop };
}

test('a first answer that left before something happened is asked for once more', async () => {
  const client = new CurrentQueryClient({});
  const server = heldServer();
  const page = watch(client, server.ask);
  server.happens('after');
  void client.invalidateQueries({ queryKey: ['list'] });
  const done = client.invalidateQueries({ queryKey: ['list'] });
  expect(server.asked()).toBe(1);
  server.letGo(0);
  await vi.waitFor(() => expect(server.asked()).toBe(2));
  server.letGo(1);
  await done;
  expect(page.shown()).toBe('after');
  expect(server.asked()).toBe(2);
  page.stop();
});

test('a first answer that fails is not asked for behind the back of whoever sees that', async () => {
  const client = new CurrentQueryClient({ defaultOptions: { queries: { retry: false } } });
  const ask = vi.fn(() => Promise.reject(new Error('out of reach')));
  const page = watch(client, ask);
  await client.invalidateQueries({ queryKey: ['list'] });
  expect(ask).toHaveBeenCalledTimes(1);
  page.stop();
});

test('after an action, nothing of before it is kept for the next page', async () => {
  let truth = 'before';
  const page = watch(queryClient, () => Promise.resolve(truth));
  queryClient.setQueryData(['list', 'of a page that was left'], 'before');
  queryClient.setQueryData(['other'], 'untouched');
  await vi.waitFor(() => expect(page.shown()).toBe('before'));
  truth = 'after';
  await renew(['list']);
  expect(page.shown()).toBe('after');
  expect(queryClient.getQueryData(['list', 'of a page that was left'])).toBeUndefined();
  expect(queryClient.getQueryData(['other'])).toBe('untouched');
  page.stop();
});
