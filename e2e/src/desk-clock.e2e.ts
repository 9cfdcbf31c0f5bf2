import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

let app: App;
beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app?.close());

it('a doubtful clock is shown on every page, at every width, with what to do about it', async () => {
  const operator = await OperatorAtDesk.loggedIn(app, 'admin');
  const { page } = operator;
  // We cannot set the machine's clock, so the server's answer is simulated.
  await page.route('**/api/desk/clock*', async route => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    const stopped = { reason: 'jumped', since_ms: body.data['server_time_ms'], difference_ms: 604_800_000 };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, stopped } } });
  });
  for (const [path, title] of [
    ['/', 'Overview'],
    ['/solvency', 'Solvency'],
  ] as const) {
    await operator.open(path, title);
    const banner = page.getByRole('alert').filter({ hasText: 'No command is taken' });
    await banner.getByText('+7 d 0 h 0 min').waitFor();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await operator.picture(`desk-clock-${title.toLowerCase()}-${width}`);
      const wide = await banner.evaluate(
        element =>
          element.scrollWidth > element.clientWidth || element.getBoundingClientRect().right > innerWidth,
      );
      expect(wide, `${title} at ${width} px`).toBe(false);
    }
  }
  await operator.button('The clock is right: go on').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Clock is right').waitFor();
  await operator.picture('desk-clock-proposal');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.context().close();
});
