import type { Page, Route } from 'playwright-core';

/** Answers of the API that have left the exchange and have not arrived. */
interface HeldAnswers {
  /** Resolves when the first one has left: it does not include anything that happens later. */
  readonly left: Promise<void>;
  /** Releases all of them; later answers are not held. */
  release(): Promise<void>;
}

/** Holds every answer of a call (`lever/submit`) on its way back to the page, however fast the exchange is. */
export async function holdAnswers(page: Page, call: string): Promise<HeldAnswers> {
  const url = `**/api/${call}*`;
  const arrivals: Promise<void>[] = [];
  let resolveLeft = () => {};
  const left = new Promise<void>(resolve => (resolveLeft = resolve));
  let resolveReleased = () => {};
  const released = new Promise<void>(resolve => (resolveReleased = resolve));
  let isReleased = false;
  const hold = async (route: Route) => {
    // The route is never removed: a request during the removal would get no answer, or two.
    if (isReleased) return route.fallback();
    const response = await route.fetch();
    const arrival = released.then(() => route.fulfill({ response }));
    arrivals.push(arrival);
    resolveLeft();
    await arrival;
  };
  await page.route(url, hold);
  return {
    left,
    release: async () => {
      isReleased = true;
      resolveReleased();
      await Promise.all(arrivals);
    },
  };
}
