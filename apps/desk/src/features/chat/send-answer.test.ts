import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Heard {
  readonly path: string;
  readonly body: { readonly client_id?: string; readonly picture_id?: number };
}

let heard: Heard[] = [];
let answer: () => Response | Promise<Response>;
const said = (envelope: object, status = 200) => Response.json(envelope, { status });

vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('document', { documentElement: { lang: 'en' } });
vi.stubGlobal('fetch', async (path: string, { body }: { body: unknown }) => {
  heard.push({ path, body: typeof body === 'string' ? JSON.parse(body) : {} });
  if (path.endsWith('chat_upload')) return said({ type: 'ok', data: { picture_id: 5 } });
  return answer();
});
const { sendAnswer } = await import('./send-answer.ts');

const ok = () => said({ type: 'ok', data: { message: {} } });
const lost = () => Promise.reject(new TypeError('gone'));

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
});
afterEach(() => vi.useRealTimers());

async function send(text: string, picture: File | null = null): Promise<boolean> {
  const sent = sendAnswer(3, 9, text, picture).then(
    () => true,
    () => false,
  );
  await vi.runAllTimersAsync();
  return sent;
}
const keys = () => heard.filter(({ path }) => path.endsWith('chat_send')).map(({ body }) => body.client_id);

test('an answer of unknown outcome is sent again under the same key, with its picture uploaded once', async () => {
  const picture = new File(['x'], 'x.png');
  answer = lost;
  expect(await send('Hello', picture)).toBe(false);
  answer = ok;
  expect(await send('Hello', picture)).toBe(true);
  expect(new Set(keys()).size).toBe(1);
  expect(heard.filter(({ path }) => path.endsWith('chat_upload'))).toHaveLength(1);
  expect(heard.at(-1)?.body.picture_id).toBe(5);
});

test('a server failure leaves the outcome unknown', async () => {
  answer = () => said({ type: 'error', code: 'internal_error', message: '', data: {} }, 500);
  expect(await send('Well')).toBe(false);
  answer = ok;
  await send('Well');
  expect(new Set(keys()).size).toBe(1);
});

test('after a reply or refusal the next one is a new answer', async () => {
  answer = ok;
  await send('Hm');
  answer = () => said({ type: 'error', code: 'not_yours', message: '', data: {} }, 409);
  await send('Hm');
  await send('Hm');
  expect(new Set(keys()).size).toBe(3);
});
