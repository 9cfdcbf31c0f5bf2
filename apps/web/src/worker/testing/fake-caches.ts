const urlOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : String(request);

class FakeCache {
  readonly entries = new Map<string, Response>();

  match(request: RequestInfo | URL): Promise<Response | undefined> {
    return Promise.resolve(this.entries.get(urlOf(request))?.clone());
  }

  put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.entries.set(urlOf(request), response);
    return Promise.resolve();
  }

  keys(): Promise<Request[]> {
    return Promise.resolve([...this.entries.keys()].map(url => new Request(url)));
  }
}

/** The part of the Cache API that the worker uses: entries by URL only, caches in order of creation. */
export class FakeCaches {
  readonly all = new Map<string, FakeCache>();

  open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache();
    this.all.set(name, cache);
    return Promise.resolve(cache);
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    for (const cache of this.all.values()) {
      const found = await cache.match(request);
      if (found) return found;
    }
    return undefined;
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.all.keys()]);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.all.delete(name));
  }

  /** The paths in a cache, sorted. */
  paths(name: string): string[] {
    return [...(this.all.get(name)?.entries.keys() ?? [])].map(url => new URL(url).pathname).toSorted();
  }
}

/** A reply of type `basic`, as from our own server; a constructed `Response` has type `default`. */
export function served(body: string, type = 'text/javascript', status = 200): Response {
  const response = new Response(body, { status, headers: { 'content-type': type } });
  Object.defineProperty(response, 'type', { value: 'basic' });
  return response;
}
