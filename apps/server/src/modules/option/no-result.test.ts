import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuyOption, OptionTermsConfig } from '@tallystick/core';
import { settleOption } from '@tallystick/core/option/settlement';
import { calls } from '@tallystick/protocol';
import { deskCalls } from '@tallystick/protocol/desk';
import { proposedChanges } from '@tallystick/protocol/desk/changes';
import { platformSettings } from '@tallystick/protocol/desk/settings';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFINITIONS } from '../../config/definitions.ts';
import { COMMAND_FIELDS } from '../../engine/journal/command-codec.ts';
import type { PricesOptions } from '../../feeds/prices.ts';

/**
 * A widely used template of this product has a switch that decides who wins. This test looks for one in all commands of
 * the exchange, all calls and all settings. no-influence.test.ts finds one under an innocent name by its effect.
 */

const ROOT = path.join(import.meta.dirname, '../../../../..');

/** Words that a switch for results would use. */
const SUSPICIOUS =
  /result|outcome|win|won|(?<!c)lose|loss|lost|exit|entry|even$|settle|payout|chance|odds|(?<!in_?)force|fix|bias|skew|control|manipul/i;

/** Every property name in a schema, with its path. */
function namesIn(schema: z.ZodType, prefix: string): string[] {
  const names: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) walk(item, at);
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties' && typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) {
          names.push(`${at}.${name}`);
          walk(inner, `${at}.${name}`);
        }
      } else walk(value, at);
    }
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), prefix);
  return names;
}

const isSuspicious = (name: string): boolean => SUSPICIOUS.test(name.split('.').at(-1) ?? '');

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      file => /\.tsx?$/.test(file) && !/\.test\.ts|(^|\/)testing\/|node_modules|(^|\/)dist\//.test(file),
    )
    .map(file => path.join(folder, file));
}

describe('no command of the exchange', () => {
  it('has a word for a result, except those unrelated to options', () => {
    const names = Object.entries(COMMAND_FIELDS).flatMap(([type, fields]) => [
      type,
      ...Object.keys(fields).map(field => `${type}.${field}`),
    ]);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(isSuspicious).toSorted()).toEqual([
      // The stop loss of a perpetual position, and the customer's own limit.
      'placePerpetualOrder.stopLossTicks',
      'replacePerpetualOrder.stopLossTicks',
      'setDailyLossLimit',
      'setStops.stopLossTicks',
      // Books the sent withdrawal.
      'settleWithdrawal',
    ]);
  });

  it('that concerns options has any field but these', () => {
    expect(Object.keys(COMMAND_FIELDS.buyOption)).toEqual([
      'customerId',
      'marketId',
      'direction',
      'seconds',
      'currencyId',
      'stakeMinor',
      'termsVersion',
      'practice',
    ] satisfies (keyof BuyOption)[]);
    expect(Object.keys(COMMAND_FIELDS.configureOptions)).toEqual(['terms']);
    // The type makes the list complete, and no extra fields are possible.
    const terms: Record<keyof OptionTermsConfig, string> = {
      marketId: 'which market',
      enabled: 'whether options are sold',
      staleMs: 'how old a tick may be',
      times: 'seconds and payout rate',
      currencies: 'stakes and what the house risks',
    };
    expect(Object.keys(terms)).toHaveLength(5);
    expect(COMMAND_FIELDS.passTime).toEqual({});
  });

  it('sets a price except the index tick, which only the feed submits', () => {
    const withPrice = Object.entries(COMMAND_FIELDS)
      .filter(([, fields]) => Object.keys(fields).some(field => field === 'priceE8' || field === 'sources'))
      .map(([type]) => type);
    expect(withPrice).toEqual(['recordIndexTick']);
    const submitting = sources('apps/server/src').filter(file =>
      /type: 'recordIndexTick'/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(submitting).toEqual(['apps/server/src/feeds/prices.ts']);
  });

  it('reaches the feed: no operator, no database, and no setting except its speed and sources', () => {
    const feed = sources('apps/server/src/feeds');
    const imported = feed.flatMap(file => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => {
        return name!.startsWith('.') ? path.join(path.dirname(file), name!) : name!;
      });
    });
    const outside = new Set(imported.filter(name => !name.startsWith('apps/server/src/feeds/')));
    expect([...outside].toSorted()).toEqual([
      '@tallystick/core',
      '@tallystick/core/durations',
      '@tallystick/core/money/decimal',
      // The names of currencies that totals are shown in.
      '@tallystick/protocol/fiat',
      // The schemas of source choice, chart candles and a tick's path.
      'apps/server/src/config/kinds.ts',
      'apps/server/src/engine/command-bus.ts',
      'apps/server/src/engine/market-data/candle.ts',
      'apps/server/src/engine/market-data/intervals.ts',
      'fastify',
      'node:fs/promises',
      'node:path',
      'node:timers/promises',
      // For the metrics of sources.
      'prom-client',
    ]);
    expect(feed.filter(file => /process\.env/.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
    const given: Record<keyof PricesOptions, string> = {
      feed: 'where quotes come from',
      bus: 'where ticks go to',
      marketIds: 'which markets',
      intervalMs: 'how often',
      staleMs: 'how old a quote may be',
      lagMs: 'how far a source may fall behind another',
      quorum: 'how many sources must agree',
      sources: 'who is told what it is made of',
      now: 'the time',
      aheadMs: 'a demo’s clock',
      clockStopped: 'whether the clock is in doubt',
      log: 'what is written about it',
      onTick: 'who is told',
      onStale: 'who is told',
    };
    expect(Object.keys(given)).toHaveLength(14);
    expect(Object.keys(DEFINITIONS).filter(name => /FEED|PRICE(?!_LOG)|INDEX|QUOTE/.test(name))).toEqual([
      'FEED',
      'FEED_SPEED',
      'FEED_SEED',
      'FEED_INTERVAL_MS',
      'FEED_STALE_MS',
      // Maximum distance of a source from the median.
      'FEED_BAND_PPM',
      // Index move after which the house's own orders follow.
      'HOUSE_REQUOTE_PPM',
    ]);
  });
});

describe('no call and no setting', () => {
  it('of operators names a result', () => {
    const names = [
      ...Object.entries(deskCalls).flatMap(([name, call]) => [name, ...namesIn(call.input, name)]),
      ...Object.entries(proposedChanges).flatMap(([kind, change]) => [kind, ...namesIn(change, kind)]),
      ...Object.entries(platformSettings).flatMap(([name, value]) => [name, ...namesIn(value, name)]),
      ...Object.keys(DEFINITIONS),
    ];
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter(isSuspicious).toSorted()).toEqual([
      // The rate shown before purchase; sold options keep it.
      'option.times.payout_percent',
    ]);
  });

  it('of customers that changes anything names a result', () => {
    const names = Object.entries(calls)
      .filter(([name]) => !name.startsWith('GET '))
      .flatMap(([name, call]) => [name, ...namesIn(call.input, name)]);
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter(isSuspicious).toSorted()).toEqual([
      // A customer's own stops and limit.
      'POST coin/batch.parts.stop_loss_limit_price',
      'POST coin/batch.parts.stop_loss_price',
      'POST coin/check.stop_loss_limit_price',
      'POST coin/check.stop_loss_price',
      'POST coin/replace.stop_loss_limit_price',
      'POST coin/replace.stop_loss_price',
      'POST coin/trade.stop_loss_limit_price',
      'POST coin/trade.stop_loss_price',
      'POST lever/batch.parts.stop_loss_price',
      'POST lever/check.stop_loss_price',
      'POST lever/order.stop_loss_price',
      'POST lever/replace.stop_loss_price',
      'POST lever/setstop.stop_loss_price',
      'POST lever/submit.stop_loss_price',
      'POST limits/self.daily_loss_limit',
    ]);
  });

  it('would go unnoticed: the search finds a switch added for the test', () => {
    const smuggled = z.strictObject({
      market_id: z.number(),
      rules: z.array(z.object({ force_result: z.string() })),
    });
    expect(namesIn(smuggled, 'desk').filter(isSuspicious)).toEqual(['desk.rules.force_result']);
    const words = ['winner', 'isWin', 'loss_ratio', 'exitPrice', 'payoutControl', 'risk_control'];
    expect(words.filter(isSuspicious)).toEqual(words);
  });
});

describe('the settlement function', () => {
  const file = readFileSync(path.join(ROOT, 'packages/core/src/option/settlement.ts'), 'utf8');

  it('imports nothing and uses no clock, randomness or outside state', () => {
    expect(file).not.toMatch(/\bimport\b|\brequire\b/);
    expect(file).not.toMatch(
      /\b(Date|performance|process|globalThis|window|crypto|fetch)\b|Math\.random|\bawait\b|\blet\b/,
    );
  });

  it('takes terms and ticks, and reads only these fields of them', () => {
    expect(settleOption).toHaveLength(2);
    const read = new Set<string>();
    const watched = <T extends object>(value: T, name: string): T =>
      new Proxy(value, {
        get(target, key, receiver) {
          if (typeof key === 'string' && key !== 'length' && !(key in Array.prototype))
            read.add(`${name}.${key}`);
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
    const terms = {
      marketId: 1,
      direction: 'rise',
      stakeMinor: 100n,
      payoutPpm: 850_000,
      staleMs: 1_000,
      boughtAtMs: 0,
      deliveryAtMs: 60_000,
      // Other fields of an option, which must have no effect.
      customerId: 7,
      practice: false,
      optionId: 3,
      chainHead: watched({ number: 1, hash: 'ab' }, 'chainHead'),
    } as const;
    const tick = (number: number, priceE8: number, atMs: number) =>
      watched({ number, marketId: 1, priceE8, atMs, hash: 'cd', sources: [] }, 'tick');
    const ticks = [tick(2, 100, 0), tick(3, 101, 59_500)];
    expect(settleOption(watched(terms, 'terms'), ticks)).toMatchObject({ result: 'rise', payoutMinor: 185n });
    expect([...read].toSorted()).toEqual(
      [
        'chainHead.number',
        'terms.boughtAtMs',
        'terms.chainHead',
        'terms.deliveryAtMs',
        'terms.direction',
        'terms.marketId',
        'terms.payoutPpm',
        'terms.staleMs',
        'terms.stakeMinor',
        'tick.atMs',
        'tick.marketId',
        'tick.number',
        'tick.priceE8',
      ].toSorted(),
    );
  });

  it('is the only way to settle, and nothing else pays out of the escrow', () => {
    const users = [...sources('packages/core/src'), ...sources('apps/server/src')].filter(
      name =>
        /\bsettleOption\b/.test(readFileSync(path.join(ROOT, name), 'utf8')) &&
        !name.endsWith('settlement.ts'),
    );
    expect(users.toSorted()).toEqual([
      'apps/server/src/engine/products/option/verify.ts',
      'packages/core/src/option/open-option.ts',
    ]);
    const paying = sources('packages/core/src').filter(name =>
      /'optionEscrow'/.test(readFileSync(path.join(ROOT, name), 'utf8')),
    );
    expect(paying.toSorted()).toEqual([
      'packages/core/src/ledger/account.ts',
      // Reads what it holds of customers' stakes.
      'packages/core/src/liability/check.ts',
      'packages/core/src/option/check.ts',
      'packages/core/src/option/option.ts',
    ]);
  });
});
