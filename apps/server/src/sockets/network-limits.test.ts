import type { IncomingMessage } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { NetworkLimits } from './network-limits.ts';

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
});

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function limitsBehind(proxies: number): NetworkLimits {
  return new NetworkLimits(proxies, () => nowMs);
}

/** Opens as many as allowed and returns their number. */
function fill(limits: NetworkLimits, request: IncomingMessage): number {
  let opened = 0;
  for (; limits.turned(request) === null; opened++) limits.of(request).open++;
  return opened;
}

it('refuses a network with many connections until it closes one', () => {
  const limits = limitsBehind(0);
  expect(fill(limits, from('203.0.113.1'))).toBe(300);
  expect(limits.turned(from('203.0.113.1'))).toBe('full');
  expect(limits.turned(from('203.0.113.2'))).toBeNull();
  limits.of(from('203.0.113.1')).open--;
  expect(limits.turned(from('203.0.113.1'))).toBeNull();
});

it('counts an IPv6 network as one', () => {
  const limits = limitsBehind(0);
  fill(limits, from('2001:db8::1'));
  expect(limits.turned(from('2001:db8::ffff'))).toBe('full');
  expect(limits.turned(from('2001:db8:0:1::1'))).toBeNull();
});

it('trusts as many proxies as configured, and no client', () => {
  const open = limitsBehind(0);
  fill(open, from('203.0.113.1', '198.51.100.1'));
  expect(open.turned(from('203.0.113.1', '198.51.100.2'))).toBe('full');

  const behindOne = limitsBehind(1);
  fill(behindOne, from('10.0.0.1', 'made up, 198.51.100.1'));
  expect(behindOne.turned(from('10.0.0.1', 'something else, 198.51.100.1'))).toBe('full');
  expect(behindOne.turned(from('10.0.0.1', '198.51.100.2'))).toBeNull();
  // Without the header the proxy's own address counts.
  expect(behindOne.turned(from('10.0.0.1'))).toBeNull();
});

it('allows all pages of a network to reconnect at once, then a few per second', () => {
  const limits = limitsBehind(0);
  const tries = (times: number) =>
    Array.from({ length: times }, () => limits.turned(from('203.0.113.1'))).filter(each => each === null);
  expect(tries(700)).toHaveLength(600);
  expect(limits.turned(from('203.0.113.1'))).toBe('pace');
  nowMs += 2_000;
  expect(tries(100)).toHaveLength(20);
});

it('remembers closed connections only as long as needed', () => {
  const limits = limitsBehind(0);
  for (let i = 0; i < 700; i++) limits.turned(from('203.0.113.1'));
  nowMs += 1;
  expect(limits.turned(from('203.0.113.1'))).toBe('pace');
  limits.of(from('203.0.113.2')).open++;
  nowMs += 120_000;
  limits.of(from('203.0.113.3'));
  expect(limits.size).toBe(2);
});
