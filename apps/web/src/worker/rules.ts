/** Who answers a request of the app: the server always for `network`, as if there were no worker. */
export type Answerer = 'page' | 'part' | 'network';

/** Names with a hash of their content never change. */
const PART = /^assets\/[^/]+-[\w-]{8,}\.\w+$/;

/**
 * Only the page and its hashed parts are ever kept. Calls, sockets, pictures of customers, the desk and the worker itself
 * go to the server, always. `scope`: the address below which the worker was registered.
 */
export function answererOf(request: Pick<Request, 'url' | 'method' | 'mode'>, scope: string): Answerer {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return 'network';
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  if (request.mode === 'navigate') return path === '' || path === 'index.html' ? 'page' : 'network';
  return PART.test(path) ? 'part' : 'network';
}

/** What a part may be kept as: whole, ours, and what its name says; never an error page under its name. */
export function isKeepable(answer: Pick<Response, 'status' | 'type' | 'headers' | 'redirected'>): boolean {
  const type = answer.headers.get('content-type') ?? '';
  return (
    answer.status === 200 && !answer.redirected && answer.type === 'basic' && /javascript|css|font/.test(type)
  );
}

/** From the server, the page as it is now; the kept one only where no server answers, or a proxy in its place. */
export function isServersOwn(status: number): boolean {
  return status < 500;
}
