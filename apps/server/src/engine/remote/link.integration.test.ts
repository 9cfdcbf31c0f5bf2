import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SILENT_LOG } from '../../database/log.ts';
import { NatsServer } from '../../testing/nats.ts';
import { Link } from './link.ts';

const SOME = randomBytes(500_000);
let nats: NatsServer;
const links: Link[] = [];

beforeEach(async context => {
  const opened = await NatsServer.open();
  if ('missing' in opened) return context.skip(opened.missing);
  nats = opened;
});
afterEach(async () => {
  for (const link of links.splice(0)) await link.stop();
  await nats?.kill();
});

function linked(): Link {
  const link = new Link({ connection: { servers: nats.url }, name: 'test', log: SILENT_LOG });
  links.push(link);
  return link;
}

async function comesUp(link: Link, isUp = true): Promise<void> {
  await expect.poll(() => link.isUp, { interval: 2 }).toBe(isUp);
}

it('connects when there is a server, again and again, and keeps its subscriptions', async () => {
  await nats.kill();
  const link = linked();
  const told: string[] = [];
  const heard: string[] = [];
  link.listen({ onUp: () => told.push('up'), onDown: () => told.push('down') });
  link.subscribe('words', ({ data }) => heard.push(Buffer.from(data).toString()));
  expect(link.publish('words', Buffer.from('lost'))).toBe(false);
  for (let i = 0; i < 2; i++) {
    await nats.start();
    await comesUp(link);
    expect(link.publish('words', Buffer.from(`word ${i}`))).toBe(true);
    await expect.poll(() => heard.length, { interval: 2 }).toBe(i + 1);
    await nats.kill();
    await comesUp(link, false);
    expect(link.publish('words', Buffer.from('lost'))).toBe(false);
  }
  expect(heard).toEqual(['word 0', 'word 1']);
  expect(told).toEqual(['up', 'down', 'up', 'down']);
});

it('drops what a server that stands still does not take, and goes on when it does', async () => {
  const link = linked();
  await comesUp(link);
  nats.pause();
  try {
    let taken = 0;
    while (link.publish('words', SOME)) taken += SOME.length;
    expect(taken).toBeGreaterThan(10_000_000);
    expect(taken).toBeLessThan(20_000_000);
  } finally {
    nats.resume();
  }
  await expect.poll(() => link.publish('words', SOME), { interval: 5 }).toBe(true);
});

it('tells whose message nobody heard, and survives who cannot handle one', async () => {
  const link = linked();
  await comesUp(link);
  const unheard: string[] = [];
  link.subscribe('answers.*', message => {
    if (message.unheard) unheard.push(message.subject);
    throw new Error('whatever comes');
  });
  link.publish('nobody', Buffer.from('?'), 'answers.1');
  link.publish('answers.2', Buffer.from('!'));
  link.publish('nobody', Buffer.from('?'), 'answers.3');
  await expect.poll(() => unheard, { interval: 2 }).toEqual(['answers.1', 'answers.3']);
  link.unsubscribe('answers.*');
  link.publish('nobody', Buffer.from('?'), 'answers.4');
  const other: string[] = [];
  link.subscribe('answers.5', ({ subject }) => other.push(subject));
  link.publish('answers.5', Buffer.from('!'));
  await expect.poll(() => other, { interval: 2 }).toEqual(['answers.5']);
  expect(unheard).toHaveLength(2);
});
