import { calls } from '@tallystick/protocol';
import { deskCalls } from '@tallystick/protocol/desk';
import { PRODUCT_LINES } from '@tallystick/protocol/desk/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

it('registers every call of the protocol once, for customers and operators', () => {
  const { runner, registerCalls } = server.services;
  const registered: string[] = [];
  registerCalls(name => void registered.push(name));
  expect(registered.toSorted()).toEqual(Object.keys(calls).toSorted());
  const atDesk: string[] = [];
  runner.deskCalls(name => void atDesk.push(name));
  expect(atDesk.toSorted()).toEqual(Object.keys(deskCalls).toSorted());
});

it('starts the feed before the price alerts it sets, and operators’ alerts last', () => {
  const { names } = server.services.runner;
  const parts = ['outbox', 'push', 'feed', 'price-alert', 'desk-alert'];
  expect(names.filter(name => parts.includes(name))).toEqual(parts);
  expect(names.at(-1)).toBe('desk-alert');
});

it('every product line that can be switched off closes calls; options check for themselves', () => {
  const closed = new Set<string>(Object.values(server.services.runner.begins));
  expect(PRODUCT_LINES.filter(line => !closed.has(line))).toEqual(['option']);
});
