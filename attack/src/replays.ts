import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallInput, CallName } from '@tallystick/protocol';
import { runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Attack, Check } from './attack.ts';
import { booksBalance } from './parts/books.ts';
import type { Answer } from '@tallystick/server/testing/caller';
import { Customer } from './parts/customer.ts';

/** Copies of each request sent at once. */
const COPIES = 6;
/** Requests on their way when the server is killed. */
const BURST = 60;
const FLOODERS = 20;
/** Concurrent requests of each flooder. */
const STREAMS = 2;
const MOST_TRIES = 50;
const QUOTES_AFTER_MS = 500;
/** Limit of a customer's p99 response time beside the flood; it is higher on a slow machine. */
const MOST_MS = 2_000;

type Account = CallInput<'POST wallet/change'>['from'];

interface Request<Name extends CallName = CallName> {
  readonly name: Name;
  readonly input: CallInput<Name>;
  /** Other input for the same key. */
  readonly other: object;
}

/** A request and its first answer. */
interface Answered {
  readonly request: Request;
  readonly key: string;
  readonly reply: Answer;
}

/**
 * Duplicates of every call by which a demo customer moves money: of requests that succeeded, and of requests that were
 * refused before the funds arrived. Sent at once, later, with other input, and after SIGKILL.
 */
export const replays: Attack = {
  summary: 'duplicates of requests that were carried out or refused: at once, late, and after SIGKILL',
  async run({ seconds, newFolder }) {
    const folder = await newFolder();
    const settings = { dataDir: folder.path, env: { TRUST_PROXY: '1' } };
    let server: RunningServer | null = await runServer(settings);
    try {
      const { url } = server;
      const customer = await Customer.register(url, 'late@example.org');
      const done = await carriedOut(customer);
      const refused = await refusedForLackOfFunds(customer);
      await restoreFunds(customer);
      const checks = [
        answers('what is sent several times at once is answered alike', [
          ...done.checked,
          ...refused.checked,
        ]),
        await repeated('late duplicates are answered alike and move nothing', customer, done, refused),
        await withOtherInput(customer, [...done.first, ...refused.first]),
        await besideFlood(url, seconds ?? 10),
      ];
      const sent = transfers();
      const before = await answersBeforeKill(customer, sent, () => server!.kill());
      server = null;
      server = await runServer(settings);
      customer.follow(server.url);
      checks.push(
        await eachDoneOnce(customer, sent, before),
        await repeated('so are those after the restart', customer, done, refused),
      );
      await server.stop();
      server = null;
      checks.push(await booksBalance(folder.path));
      return checks;
    } finally {
      await server?.kill();
      await folder.remove();
    }
  },
};

function request<Name extends CallName>(name: Name, input: CallInput<Name>, other: object): Request<Name> {
  return { name, input, other };
}

function transfer(from: Account, to: Account, amount: string): Request<'POST wallet/change'> {
  const input = { from, to, currency_id: USDT, amount };
  return request('POST wallet/change', input, { amount: '0.5' });
}

function copiesOf(customer: Customer, { name, input }: Request, key: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: COPIES }, () => customer.send(name, input, key)));
}

const isWithoutQuotes = (replies: readonly Answer[]) => replies[0]?.text.includes('"no_liquidity"') ?? false;

const isDone = ({ text }: Answer) => text.startsWith('{"type":"ok"');

interface Phase {
  readonly first: readonly Answered[];
  /** Each request with the replies to its copies, which were sent at once. */
  readonly checked: readonly { readonly request: Request; readonly replies: readonly Answer[] }[];
}

/** Sends each request several times at once, one request after the other. Throws on an unexpected result. */
async function sendCopies(
  customer: Customer,
  requests: readonly (() => Promise<Request> | Request)[],
  expected: 'done' | 'refused',
): Promise<Phase> {
  const first: Answered[] = [];
  const checked: Phase['checked'][number][] = [];
  for (const next of requests) {
    const each = await next();
    let key = randomUUID();
    let replies = await copiesOf(customer, each, key);
    // The house does not quote while prices are late, as on a busy machine.
    const mostTries = expected === 'done' ? MOST_TRIES : 1;
    for (let tries = 1; tries < mostTries && isWithoutQuotes(replies); tries++) {
      await delay(QUOTES_AFTER_MS);
      key = randomUUID();
      replies = await copiesOf(customer, each, key);
    }
    const [reply] = replies as [Answer];
    if (isDone(reply) !== (expected === 'done'))
      throw new Error(`${each.name} was not ${expected}: ${reply.text}`);
    if (reply.status === 429 || reply.status >= 500) throw new Error(`${each.name}: ${reply.text}`);
    checked.push({ request: each, replies });
    first.push({ request: each, key, reply });
  }
  return { first, checked };
}

/** Every call that moves a demo customer's money, once; options in the practice account. */
async function carriedOut(customer: Customer): Promise<Phase> {
  let positionId = 0;
  let orderId = 0;
  return sendCopies(
    customer,
    [
      () => request('POST wallet/faucet', {}, {}),
      () => transfer('spot', 'contract', '500'),
      () => transfer('spot', 'trust', '1500'),
      () => request('POST coin/trade', marketBuy('25'), { budget: '26' }),
      () => request('POST lever/submit', marketLong(4), { lots: 5 }),
      async () => {
        positionId = (await customer.call('POST lever/my_trade', { view: 'holding' })).items[0]!.position_id;
        return request('POST lever/add_margin', { position_id: positionId, amount: '1' }, { amount: '2' });
      },
      () => request('POST lever/close', { position_id: positionId, lots: 1 }, { lots: 2 }),
      () => request('POST lever/close_all', {}, { market_id: 2 }),
      async () => request('POST microtrade/submit', await practiceRise(customer, '10'), { amount: '11' }),
      async () => request('POST lh/deposit', await trustOf(customer, 'minimum'), { auto_renew: true }),
      async () => {
        orderId = (await customer.call('GET lh/deposit/order', { state: 'hosting' })).items[0]!.order_id;
        const input = { order_id: orderId, penalty: '1000' };
        return request('POST lh/deposit/order/cancel', input, { penalty: '999' });
      },
      async () => request('POST lh/send/order', await launchOf(customer), { amount: '61' }),
    ],
    'done',
  );
}

/** Calls that are refused because the money is in another account; each would succeed once it is back. */
async function refusedForLackOfFunds(customer: Customer): Promise<Phase> {
  const held = await customer.usdt();
  for (const from of ['spot', 'contract', 'trust'] as const) {
    const { available } = held[from]!;
    if (Number(available) === 0) continue;
    const { name, input } = transfer(from, 'option', available);
    await customer.call(name, input);
  }
  return sendCopies(
    customer,
    [
      () => transfer('spot', 'trust', '300'),
      () => request('POST coin/trade', marketBuy('200'), { budget: '201' }),
      () => request('POST lever/submit', marketLong(3), { lots: 4 }),
      async () => request('POST lh/deposit', await trustOf(customer, 'minimum'), { auto_renew: true }),
      async () => request('POST lh/send/order', await launchOf(customer), { amount: '61' }),
      async () => request('POST microtrade/submit', await practiceRise(customer, '99999'), { amount: '1' }),
    ],
    'refused',
  );
}

async function restoreFunds(customer: Customer): Promise<void> {
  for (const to of ['spot', 'contract', 'trust'] as const) {
    const { name, input } = transfer('option', to, '2000');
    await customer.call(name, input);
  }
}

function marketBuy(budget: string): CallInput<'POST coin/trade'> {
  return { market_id: 1, side: 'buy', type: 'market', time_in_force: 'IOC', budget };
}

function marketLong(lots: number): CallInput<'POST lever/submit'> {
  return { market_id: 1, direction: 'long', type: 'market', lots, multiple: 10 };
}

async function practiceRise(
  customer: Customer,
  amount: string,
): Promise<CallInput<'POST microtrade/submit'>> {
  const { terms_version, times } = await customer.call('GET microtrade/seconds', { market_id: 1 });
  await customer.call('POST microtrade/practice', { currency_id: USDT });
  return {
    market_id: 1,
    direction: 'rise',
    seconds: times.at(-1)!.seconds,
    currency_id: USDT,
    amount,
    terms_version,
    practice: true,
  };
}

async function trustOf(
  customer: Customer,
  figure: 'minimum' | 'maximum',
): Promise<CallInput<'POST lh/deposit'>> {
  const { products } = await customer.call('GET lh/deposit/config', {});
  const product = products.find(({ state, currency }) => state === 'open' && currency.id === USDT);
  if (product === undefined) throw new Error('no trust product is open');
  return {
    product_id: product.product_id,
    amount: product[figure],
    terms_version: product.terms_version,
    agreement: true,
  };
}

/** Waits for an open offer: the demo's opens seconds after its start. */
async function launchOf(customer: Customer): Promise<CallInput<'POST lh/send/order'>> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { items } = await customer.call('GET lh/send/product_info', {});
    const offer = items.find(({ state, mode }) => state === 'subscribing' && mode === 'pro_rata');
    if (offer !== undefined) {
      return { offer_id: offer.offer_id, currency_id: USDT, amount: offer.minimum, agreement: true };
    }
    if (Date.now() > deadline) throw new Error('no offer is open');
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

function answers(promise: string, checked: Phase['checked']): Check {
  const odd = checked.filter(({ replies }) => new Set(replies.map(({ text }) => text)).size > 1);
  const seen = `${checked.length} requests × ${COPIES}, ${odd.length} answered in different ways`;
  return { promise, seen: seen + namesOf(odd), held: odd.length === 0 };
}

async function repeated(promise: string, customer: Customer, ...phases: readonly Phase[]): Promise<Check> {
  const before = await customer.usdt();
  const all = phases.flatMap(({ first }) => first);
  const odd: Answered[] = [];
  for (const answered of all) {
    const { request: each, key, reply } = answered;
    const copies = Array.from({ length: 2 }, () => customer.send(each.name, each.input, key));
    const replies = await Promise.all(copies);
    if (replies.some(({ text }) => text !== reply.text)) odd.push(answered);
  }
  const moved = JSON.stringify(await customer.usdt()) !== JSON.stringify(before);
  const refusals = all.filter(({ reply }) => !isDone(reply)).length;
  const seen =
    `${all.length - refusals} requests that were done and ${refusals} that were refused, ${odd.length} answered ` +
    `otherwise than first, balances ${moved ? 'moved' : 'unmoved'}`;
  return { promise, seen: seen + namesOf(odd), held: odd.length === 0 && !moved };
}

async function withOtherInput(customer: Customer, all: readonly Answered[]): Promise<Check> {
  const odd: Answered[] = [];
  const asked = all.filter(({ request: { other } }) => Object.keys(other).length > 0);
  for (const answered of asked) {
    const { request: each, key } = answered;
    const { text } = await customer.send(each.name, { ...each.input, ...each.other }, key);
    if (!text.includes('"idempotency_key_reused"')) odd.push(answered);
  }
  const seen = `${asked.length} requests, ${odd.length} not refused as such`;
  return {
    promise: 'a key that was used is refused with other input',
    seen: seen + namesOf(odd),
    held: odd.length === 0,
  };
}

function namesOf(odd: readonly { readonly request: Request }[]): string {
  return odd.length === 0 ? '' : ` (${odd.map(({ request: { name } }) => name).join(', ')})`;
}

/** Measures a customer's requests beside customers who send only refused requests, each with its own key. */
async function besideFlood(url: string, seconds: number): Promise<Check> {
  const bystander = await Customer.register(url, 'bystander@example.org');
  await bystander.call('POST wallet/faucet', {});
  const flooders: Customer[] = [];
  for (let i = 1; i <= FLOODERS; i++) {
    flooders.push(await Customer.register(url, `flood${i}@example.org`));
  }
  const alone = await timesOf(bystander, 40);
  const endsAt = performance.now() + seconds * 1000;
  let refusals = 0;
  const flood = async (flooder: Customer): Promise<void> => {
    while (performance.now() < endsAt) {
      const { name, input } = transfer('spot', 'trust', '5');
      const { text, status } = await flooder.send(name, input);
      if (text.includes('"insufficient_balance"')) refusals++;
      else if (status !== 429) throw new Error(`a flooder was answered ${text}`);
    }
  };
  const floods = Promise.all(
    flooders.flatMap(flooder => Array.from({ length: STREAMS }, () => flood(flooder))),
  );
  const times: number[] = [];
  while (performance.now() < endsAt) times.push(...(await timesOf(bystander, 5)));
  await floods;
  const p99 = percentile(times, 0.99);
  const p99Alone = percentile(alone, 0.99);
  return {
    promise: 'whoever else is there is answered beside customers who send nothing but refusals',
    seen:
      `${flooders.length} customers, ${refusals} refusals in ${seconds} s; transfers beside them p99 ` +
      `${p99.toFixed(0)} ms, alone ${p99Alone.toFixed(0)} ms`,
    held: p99 < Math.max(MOST_MS, FLOODERS * STREAMS * p99Alone) && refusals > 0,
  };
}

/** Milliseconds of each transfer, one after the other. */
async function timesOf(customer: Customer, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const { name, input } = transfer('spot', 'trust', '1');
    const startedAt = performance.now();
    const { status } = await customer.send(name, input);
    if (status === 429) break;
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Transfers of one USDT; every fourth is of more than the balance, so it is refused. */
function transfers(): Map<string, Request> {
  const requests = Array.from(
    { length: BURST },
    (_, i) => [randomUUID(), transfer('spot', 'trust', i % 4 === 0 ? '90000' : '1')] as const,
  );
  return new Map(requests);
}

/** Sends all at once, kills the server after a third is answered, and returns the answers until then. */
async function answersBeforeKill(
  customer: Customer,
  sent: ReadonlyMap<string, Request>,
  kill: () => Promise<void>,
): Promise<ReadonlyMap<string, Answer>> {
  const replies = new Map<string, Answer>();
  let killed: Promise<void> | null = null;
  await Promise.all(
    Array.from(sent, async ([key, each]) => {
      const reply = await customer.send(each.name, each.input, key).catch(() => null);
      if (reply === null || reply.status >= 500) return;
      replies.set(key, reply);
      if (replies.size >= BURST / 3) killed ??= kill();
    }),
  );
  if (killed === null) throw new Error('the server was not killed: it answered too little');
  await killed;
  return replies;
}

/** Sends each request again, twice at once: it must have been done once, or stay refused. */
async function eachDoneOnce(
  customer: Customer,
  sent: ReadonlyMap<string, Request>,
  before: ReadonlyMap<string, Answer>,
): Promise<Check> {
  let odd = 0;
  const ids = new Set<number>();
  for (const [key, each] of sent) {
    const copies = [0, 1].map(() => customer.send(each.name, each.input, key));
    const [one, other] = (await Promise.all(copies)) as [Answer, Answer];
    const firstAnswer = before.get(key) ?? one;
    if (one.text !== firstAnswer.text || other.text !== firstAnswer.text) odd++;
    if (isDone(one)) ids.add((JSON.parse(one.text) as Transferred).data.transfer.transfer_id);
  }
  const { items } = await customer.call('GET wallet/hzhistory', { limit: 100 });
  const listed = items.filter(({ amount, to }) => amount === '1' && to === 'trust');
  const wanted = [...sent.values()].filter(({ input }) => 'amount' in input && input.amount === '1').length;
  const once = ids.size === wanted && listed.length === wanted;
  return {
    promise: 'what was on its way at SIGKILL is done once or refused for good, as it was told',
    seen:
      `${sent.size} requests, ${before.size} answered before; ${wanted} to be done, ${listed.length} on record, ` +
      `${odd} answered otherwise than first`,
    held: once && odd === 0,
  };
}

interface Transferred {
  readonly data: { readonly transfer: { readonly transfer_id: number } };
}
