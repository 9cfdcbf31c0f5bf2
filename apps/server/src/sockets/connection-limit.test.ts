import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { ConnectionLimit } from './connection-limit.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function fill(limit: ConnectionLimit, request: IncomingMessage): (() => void)[] {
  const closers: (() => void)[] = [];
  while (limit.allows(request)) closers.push(limit.opened(request));
  return closers;
}

it('turns a network away that holds many, until it lets one go', () => {
  const limit = new ConnectionLimit(0);
  const [first, ...others] = fill(limit, from('203.0.113.1'));
  expect(others).toHaveLength(299);
  expect(limit.allows(from('203.0.113.2'))).toBe(true);
  first?.();
  expect(limit.allows(from('203.0.113.1'))).toBe(true);
});

it('counts an IPv6 network as one', () => {
  const limit = new ConnectionLimit(0);
  fill(limit, from('2001:db8::1'));
  expect(limit.allows(from('2001:db8::ffff'))).toBe(false);
  expect(limit.allows(from('2001:db8:0:1::1'))).toBe(true);
});

it('believes as many proxies as it is told to, and no client', () => {
  const open = new ConnectionLimit(0);
  fill(open, from('203.0.113.1', '198.51.100.1'));
  expect(open.allows(from('203.0.113.1', '198.51.100.2'))).toBe(false);

  const behindOne = new ConnectionLimit(1);
  fill(behindOne, from('10.0.0.1', 'made up, 198.51.100.1'));
  expect(behindOne.allows(from('10.0.0.1', 'something else, 198.51.100.1'))).toBe(false);
  expect(behindOne.allows(from('10.0.0.1', '198.51.100.2'))).toBe(true);
  // Without the header there is only the proxy itself.
  expect(behindOne.allows(from('10.0.0.1'))).toBe(true);
});
