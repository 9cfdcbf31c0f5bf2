import pino from 'pino';
import { expect, it } from 'vitest';
import type { Module } from './module.ts';
import { ModuleRunner, type StartOptions } from './runner.ts';

const log = pino({ level: 'silent' });

/** Records the calls it gets. */
function noted(name: string, happened: string[], own: Partial<Module> = {}): Module {
  const note = (what: string) => async (): Promise<void> => {
    happened.push(`${name} ${what}`);
  };
  return {
    name,
    seed: note('seeds'),
    recover: note('recovers'),
    forgetOld: note('forgets'),
    start() {
      happened.push(`${name} starts`);
      return note('stops');
    },
    ...own,
  };
}

const atOnce: StartOptions = { onceStamping: work => work(), log };

it('runs the phases in the order of the list, and stops in reverse', async () => {
  const happened: string[] = [];
  const runner = new ModuleRunner([noted('first', happened), { name: 'idle' }, noted('second', happened)]);
  await runner.start(atOnce);
  expect(happened.filter(what => !what.endsWith('forgets'))).toEqual([
    'first seeds',
    'second seeds',
    'first recovers',
    'second recovers',
    'first starts',
    'second starts',
  ]);
  expect(happened.indexOf('first forgets')).toBeGreaterThan(happened.indexOf('second recovers'));
  await runner.stop();
  expect(happened.slice(-2)).toEqual(['second stops', 'first stops']);
  await runner.stop();
  expect(happened.filter(what => what.endsWith('stops'))).toHaveLength(2);
});

it('recovers and forgets only once commands are stamped, each module once and in order', async () => {
  const happened: string[] = [];
  const waiting: (() => Promise<void>)[] = [];
  const runner = new ModuleRunner([noted('first', happened), noted('second', happened)]);
  await runner.start({
    log,
    onceStamping: async work => {
      waiting.push(work);
    },
  });
  expect(happened).toEqual(['first seeds', 'second seeds', 'first starts', 'second starts']);
  happened.length = 0;
  for (const work of waiting) await work();
  await Promise.resolve();
  expect(happened).toEqual(['first recovers', 'second recovers', 'first forgets', 'second forgets']);
  await runner.stop();
});

it('starts nothing after a failure, and stops what had started', async () => {
  const happened: string[] = [];
  const failing = { start: () => Promise.reject(new Error('no port is free')) };
  const runner = new ModuleRunner([
    noted('first', happened),
    noted('second', happened, failing),
    noted('third', happened),
  ]);
  await expect(runner.start(atOnce)).rejects.toThrow('no port is free');
  await runner.stop();
  expect(happened.filter(what => /start|stop/.test(what))).toEqual(['first starts', 'first stops']);
});

it('refuses two modules of one name', () => {
  expect(() => new ModuleRunner([{ name: 'trust' }, { name: 'spot' }, { name: 'trust' }])).toThrow(
    'two modules are called trust',
  );
});

it('collects the queues of all modules', () => {
  const queue = { name: 'identity' } as NonNullable<Module['queues']>[number];
  const other = { name: 'deposit' } as NonNullable<Module['queues']>[number];
  const runner = new ModuleRunner([
    { name: 'identity', queues: [queue] },
    { name: 'money', queues: [other] },
  ]);
  expect(runner.queues()).toEqual([queue, other]);
});
