/** Who answers a request of the app; `network`: always the server, as if there were no worker. */
export type Answerer = 'page' | 'part' | 'network';

/** Names with a hash of their content never change. */
const PART = /^assets\/[^/]+-[\w-]{8,}\.\w+$/;

/**
 * Only the page and its hashed parts are ever stored. Calls, sockets, customers' pictures, the desk and the worker itself
 * always go to the server. `scope`: the address below which the worker was registered.
 */
export function answererOf(request: Pick<Request, 'url' | 'method' | 'mode'>, scope: string): Answerer {
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return 'network';
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  if (request.mode === 'navigate') return path === '' || path === 'index.html' ? 'page' : 'network';
  return PART.test(path) ? 'part' : 'network';
}

/** Whether a part may be stored: complete, ours, and of a type that the app is made of; never an error page. */
export function isKeepable(answer: Pick<Response, 'status' | 'type' | 'headers' | 'redirected'>): boolean {
  const type = answer.headers.get('content-type') ?? '';
  return (
    answer.status === 200 &&
    !answer.redirected &&
    answer.type === 'basic' &&
    /javascript|css|font|svg/.test(type)
  );
}

/** The page comes from the server; the stored one only if no server answers, or a proxy instead of it. */
export function isServersOwn(status: number): boolean {
  return status < 500;
}
