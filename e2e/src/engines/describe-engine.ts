import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningExchange } from '../harness/app.ts';
import { cutTextsHere, unfinishedParts } from '../harness/in-page.ts';
import { startPreparedExchange } from '../harness/prepared-app.ts';
import { ACCOUNT_PAGES, HOME, ROUTES } from '../harness/walk/routes.ts';
import type { Engine } from './engine.ts';
import { whySkipped, type Program } from './programs.ts';
import { Visitor } from './visitor.ts';

const TRADE = '/pages/trade/index';
const ESCAPE = '\uE00C';

/** Tests every page and one journey in a browser engine that the other tests do not use. */
export function describeEngine(
  name: string,
  programs: readonly Program[],
  start: () => Promise<Engine>,
): void {
  const why = whySkipped(name, programs);
  // Vitest does not print why tests are skipped.
  if (why !== null) process.stderr.write(`\n${why}\n\n`);
  describe.skipIf(why !== null)(`in ${name}`, () => {
    let exchange: RunningExchange;
    let engine: Engine;
    let visitor: Visitor;
    beforeAll(async () => {
      [exchange, engine] = await Promise.all([startPreparedExchange(), start()]);
      visitor = new Visitor(engine, exchange.webUrl);
      process.stderr.write(`${engine.version}, ${ROUTES.length} routes\n`);
    });
    afterAll(async () => {
      await engine?.close();
      await exchange?.close();
    });

    const faults = async (): Promise<string[]> => [
      ...(await visitor.evaluate(cutTextsHere)),
      ...(await engine.complaints()),
    ];
    /** Faults of each page that a customer would notice. */
    const walk = async (routes: readonly string[]): Promise<string[]> => {
      const all: string[] = [];
      for (const route of routes) {
        await visitor.walkTo(route);
        const found = [...(await visitor.evaluate(unfinishedParts)), ...(await faults())];
        all.push(...found.map(fault => `${route}: ${fault}`));
      }
      return all;
    };
    const openMenu = async (): Promise<void> => {
      await visitor.tap('button', 'Menu');
      await visitor.sees('dialog[open]', 'Settings');
    };

    it('shows every page that needs no account', async () => {
      await visitor.load(HOME);
      expect(await walk([HOME, ...ACCOUNT_PAGES])).toEqual([]);
    });

    it('logs in', async () => {
      await visitor.walkTo('/pages/user/login/login');
      await visitor.tap('input[type=radio]', 'E-mail');
      await visitor.type(['input', 'E-mail address'], 'demo@tallystick.example');
      await visitor.type(['input', 'Password'], 'tally-demo');
      await visitor.tap('button', 'Log in');
      await visitor.isAt(HOME);
      await visitor.settled();
      expect(await faults()).toEqual([]);
    });

    it('shows every other page', async () => {
      expect(await walk(ROUTES.filter(route => !ACCOUNT_PAGES.includes(route)))).toEqual([]);
    });

    it('places an order, and shows the message above everything', async () => {
      await visitor.walkTo(TRADE);
      await visitor.type(['form input', 'Amount'], '0.0002');
      expect(await faults()).toEqual([]);
      await visitor.tap('form button', 'Buy BTC');
      await visitor.sees('dialog[open]', 'Check your order');
      expect(await faults()).toEqual([]);
      await visitor.tap('dialog[open] button', 'Buy BTC');
      await visitor.seesNo('dialog[open]');
      await visitor.sees('.toast:popover-open');
      await visitor.seesNo('.toast:popover-open');
      expect(await faults()).toEqual([]);
    });

    it('buys an option and sees it run', async () => {
      await fundOptions();
      await visitor.walkTo('/pages/option/detail');
      await visitor.type(['form input', 'Amount'], '10');
      await visitor.tap('form button', 'Rise');
      await visitor.sees('dialog[open]', 'Check your option');
      expect(await faults()).toEqual([]);
      await visitor.tap('dialog[open] button', 'Buy rise');
      await visitor.seesNo('dialog[open]');
      await visitor.sees('[data-option]');
      expect(await faults()).toEqual([]);
    });

    it('closes sheets with the way back, one at a time, and stays on the page', async () => {
      await visitor.walkTo(TRADE);
      await visitor.walkTo(HOME);
      await openMenu();
      await visitor.tap('dialog[open] button', 'Valuation method');
      await visitor.sees('dialog[open]', 'BTC');
      expect(await faults()).toEqual([]);
      await visitor.back();
      await visitor.seesNo('dialog[open] h2', 'Valuation method');
      await visitor.sees('dialog[open]', 'Settings');
      await visitor.back();
      await visitor.seesNo('dialog[open]');
      await visitor.isAt(HOME);
      await visitor.back();
      await visitor.isAt(TRADE);
      expect(await faults()).toEqual([]);
    });

    it('closes a sheet by Escape and by its button, and leaves no trace of it when moving on', async () => {
      await visitor.walkTo(HOME);
      await openMenu();
      await visitor.press([ESCAPE]);
      await visitor.seesNo('dialog[open]');
      await openMenu();
      await visitor.tap('dialog[open] button', 'Close');
      await visitor.seesNo('dialog[open]');
      await openMenu();
      await visitor.tap('dialog[open] a', 'Settings');
      await visitor.sees('h1', 'Settings');
      await visitor.back();
      await visitor.isAt(HOME);
      await visitor.seesNo('dialog[open]');
      await visitor.back();
      await visitor.isAt(TRADE);
      expect(await faults()).toEqual([]);
    });

    it('chooses a day in our own calendar, which returns the focus to its field', async () => {
      const field = 'button[aria-haspopup=dialog]';
      await visitor.walkTo(TRADE);
      await visitor.tap('[role=tab]', 'History');
      await visitor.tap(field, 'From: Any day');
      await visitor.sees('dialog[open] table');
      await visitor.seesNo('input[type=date]');
      expect(await faults()).toEqual([]);
      await visitor.tap('dialog[open] button', 'Previous month');
      await visitor.tap('dialog[open] table button[tabindex="0"]');
      await visitor.seesNo('dialog[open]');
      await visitor.hasFocus(field, 'From:');
      await visitor.seesNo(field, 'From: Any day');
      await visitor.tap(field, 'From:');
      await visitor.tap('dialog[open] button', 'Any day');
      await visitor.seesNo('dialog[open]');
      await visitor.hasFocus(field, 'From: Any day');
      expect(await faults()).toEqual([]);
    });

    /** Moves money for options, as another device of the customer would. */
    async function fundOptions(): Promise<void> {
      const token = await visitor.evaluate(() => localStorage.getItem('tallystick.token') ?? '');
      const reply = await fetch(`${exchange.url}/api/wallet/change`, {
        method: 'POST',
        headers: { Authorization: token, 'Idempotency-Key': crypto.randomUUID() },
        body: new URLSearchParams({ from: 'spot', to: 'option', currency_id: '3', amount: '50' }),
      });
      expect(await reply.json()).toMatchObject({ type: 'ok' });
    }
  });
}
