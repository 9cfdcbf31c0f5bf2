import type { Page, Route } from 'playwright-core';

/** Answers of the API that have left the exchange and have not arrived. */
interface HeldAnswers {
  /** Resolves when the first one has left: what happens from then on, it does not know. */
  readonly left: Promise<void>;
  /** Lets all of them arrive; what is asked from then on is answered as usual. */
  release(): Promise<void>;
}

/** Holds every answer of a call (`lever/submit`) on its way back to the page, however fast the exchange is. */
export async function holdAnswers(page: Page, call: string): Promise<HeldAnswers> {
  const url = `**/api/${call}*`;
  const arrivals: Promise<void>[] = [];
  let tellThatOneLeft = () => {};
  const left = new Promise<void>(resolve => (tellThatOneLeft = resolve));
  let letGo = () => {};
  const released = new Promise<void>(resolve => (letGo = resolve));
  let isReleased = false;
  const hold = async (route: Route) => {
    // Never taken off: one that is asked for while it is would be answered by nobody, or twice.
    if (isReleased) return route.fallback();
    const response = await route.fetch();
    const arrival = released.then(() => route.fulfill({ response }));
    arrivals.push(arrival);
    tellThatOneLeft();
    await arrival;
  };
  await page.route(url, hold);
  return {
    left,
    release: async () => {
      isReleased = true;
      letGo();
      await Promise.all(arrivals);
    },
  };
}
