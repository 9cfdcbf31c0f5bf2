import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { contrastFaults, expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { cutInLanguages, OtherTab } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { verifySaved } from './harness/verifier.ts';

const ROUTE = '/pages/assets/balanceProof';
const WIDTHS = [320, 768, 1440, 390];

let app: App;
let phone: Phone;
let customer: Customer;

beforeAll(async () => {
  app = await startPreparedApp({ LIABILITIES_EVERY_MS: '20000', PRICE_LOG_CHECKPOINT_MS: '1000' });
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  await customer.signUp('counted@example.org');
  await customer.fund();
});
afterEach(async ({ task }) => {
  await customer.page.unrouteAll({ behavior: 'ignoreErrors' });
  if (task.result?.state === 'fail') await phone.picture('balance-proof-failed');
});
afterAll(async () => {
  await phone?.close();
  await app?.close();
});

interface Points {
  readonly points: readonly { readonly point: number; readonly at_ms: number }[];
}

/** Waits for an audit point of a moment at or after this one. */
async function provenAfter(atMs: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${app.url}/api/liability/points`);
        const { data } = (await reply.json()) as { data: Points };
        return data.points[0]?.at_ms ?? 0;
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBeGreaterThanOrEqual(atMs);
}

interface NewestReserves {
  readonly published: Readonly<Record<string, { entry: string; readonly kind: string }>> | null;
}

const step = (name: string) => customer.page.locator(`[data-step="${name}"]`);

/** Answers the call with what `change` makes of the exchange's answer. */
async function forge<Data>(call: string, change: (data: Data) => unknown): Promise<void> {
  await customer.page.route(`**/api/${call}*`, async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Data };
    change(body.data);
    await route.fulfill({ response, json: body });
  });
}

describe('the proof of one’s balance', () => {
  it('opens from the assets, and is worked out on the device', async () => {
    const { page } = customer;
    await customer.open('/pages/assets/index');
    await provenAfter(Date.now());
    await page.getByRole('link', { name: 'Proof of my balance' }).last().click();
    await page.getByRole('heading', { name: 'Your balance is counted' }).waitFor();
    await page.locator('[data-step="inclusion"][data-state="passed"]').waitFor();
    for (const name of ['holder', 'parts', 'tree', 'shown', 'signature']) {
      expect([name, await step(name).getAttribute('data-state')]).toEqual([name, 'passed']);
    }
    const total = await page.locator('[data-currency="USDT"] [data-total]').textContent();
    expect(total).toMatch(/^[\d,]+(\.\d+)?$/);
    await expectFaultless(page);
    await customer.picture('balance-proof');
  });

  it('is saved as a file that the stand-alone verifier accepts', async () => {
    const { kind, passed } = await verifySaved(customer.page);
    expect(kind).toBe('liability');
    expect(passed).toEqual(expect.arrayContaining(['parts', 'tree', 'signature', 'inclusion']));
  });

  it('tells when a leaf was changed, and when the total is another', async () => {
    const { page } = customer;
    await forge('liability/proof', (data: { statements: { leaves: { index: number }[] }[] }) => {
      const [leaf] = data.statements[0]!.leaves;
      leaf!.index = leaf!.index === 0 ? 1 : 0;
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Something does not fit' }).waitFor();
    expect(await step('tree').getAttribute('data-state')).toBe('failed');
    await customer.picture('balance-proof-wrong');
  });

  it('tells when other roots are shown for a moment that it has seen', async () => {
    const { page } = customer;
    await forge('liability/points', (data: { points: { record_hash: string }[] }) => {
      for (const point of data.points) point.record_hash = point.record_hash.replaceAll(/[0-9]/g, 'a');
    });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Other roots than before' }).waitFor();
    // The proof fits its root, but the page does not call it right.
    await page.getByRole('heading', { name: 'Something does not fit' }).waitFor();
    expect(await step('tree').getAttribute('data-state')).toBe('passed');
    expect(await page.locator('[data-verdict="right"], [data-look="right"]').count()).toBe(0);
    await expectFaultless(page);
    await customer.picture('balance-proof-fork');
  });

  it('is never green for somebody who was left out, nor where the proof is withheld', async () => {
    const { page } = customer;
    await forge('liability/proof', (data: { statements: unknown[] }) => void (data.statements = []));
    await page.reload();
    await page.locator('[data-verdict="nothing"], [data-verdict="wrong"]').first().waitFor();
    expect(await page.locator('[data-verdict="right"]').count()).toBe(0);
    await customer.picture('balance-proof-nothing');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/api/liability/proof*', route =>
      route.fulfill({ json: { type: 'error', code: 'not_found', message: 'x' } }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Your proof is not handed out' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('tells when the reserves of the moment stand against another record', async () => {
    const { page } = customer;
    await forge('reserves/newest', (data: NewestReserves) => {
      for (const record of Object.values(data.published ?? {})) {
        record.entry = record.entry
          .replace(/"liabilities_record":\d+/, '"liabilities_record":999999')
          .replace(/"number":\d+/, match => (record.kind === 'liabilities' ? '"number":999999' : match));
      }
    });
    await page.reload();
    await page.locator('[data-verdict="right"]').waitFor();
    await page.getByRole('alert').filter({ hasText: 'This does not fit together' }).waitFor();
    await customer.picture('balance-proof-other-reserves');
  });

  it('has what is not booked beside it, in no total', async () => {
    const { page } = customer;
    await forge('charge_mention/log2', (data: { items: object[] }) => {
      data.items.push({ currency: 'USDT', amount: '12.5', state: 'processing' });
    });
    await forge('wallet/list', (data: { unrealised_usdt: string }) => (data.unrealised_usdt = '-3.25'));
    await page.reload();
    await page.locator('[data-verdict="right"]').first().waitFor();
    const beside = page.locator('[data-own-beside]');
    await beside.waitFor();
    expect(await beside.getByText('12.5').count()).toBe(1);
    expect(await beside.getByText('−3.25').count()).toBe(1);
    await expectFaultless(page);
    await customer.picture('balance-proof-beside');
  });

  it('fits every width, in the languages with the longest words and the tallest letters, in both themes', async () => {
    const { page } = customer;
    const cut = await cutInLanguages(page, `${app.webUrl}#${ROUTE}`, {
      languages: ['en', 'th', 'esp', 'jp'],
      widths: WIDTHS,
      prepare: async () => {
        await page.locator('[data-verdict="right"]').first().waitFor();
      },
      seen: (language, width) => customer.picture(`balance-proof-${language}-${width}`),
    });
    expect(cut).toEqual([]);
    const tab = await OtherTab.open(page, app.webUrl);
    await page.reload();
    for (const theme of ['light', 'dark'] as const) {
      await tab.chooseLook({ theme });
      await tab.themeFollowed(theme);
      await page.locator('[data-verdict="right"]').first().waitFor();
      expect(await contrastFaults(page)).toEqual([]);
      await customer.picture(`balance-proof-${theme}`);
      await page.getByRole('heading', { name: 'What was published' }).scrollIntoViewIfNeeded();
      await customer.picture(`balance-proof-${theme}-published`);
    }
    await tab.close();
    expect(phone.complaints.filter(text => !text.includes('500'))).toEqual([]);
  });
});
