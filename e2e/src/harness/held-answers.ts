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
  let tellThatOneLeft = () => {};
  const left = new Promise<void>(resolve => (tellThatOneLeft = resolve));
  let letGo = () => {};
  const released = new Promise<void>(resolve => (letGo = resolve));
  let isReleased = false;
  const hold = async (route: Route) => {
    // Never removed: a request during the removal would get no answer, or two.
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
