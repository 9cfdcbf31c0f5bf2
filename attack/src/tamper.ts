import { DEMO_LOGIN } from '@tallystick/server/demo/customer';
import { EXIT } from '@tallystick/server/shutdown/exit-code';
import type { RunningServer } from '@tallystick/server/testing/run-server';
import { forgedSnapshot, undoable, type Tampering } from '@tallystick/server/testing/tampering';
import { verifyGrowth } from '@tallystick/verify/evidence';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Check } from './attack.ts';
import { Customer } from './parts/customer.ts';
import { operator } from '@tallystick/server/testing/operator';
import { Victim, type Reaction } from './tamper/victim.ts';

const DEMO_CUSTOMER = `(select id from customers where email = '${DEMO_LOGIN.email}')`;
const USDT = `owner_id = ${DEMO_CUSTOMER} and account = 'spot' and currency_id = 3`;
const FIRST_ENTRY = `owner_id = ${DEMO_CUSTOMER} and posting_id =
  (select min(posting_id) from ledger_entries where owner_id = ${DEMO_CUSTOMER})`;
const LOGS = ['journal', 'audit'] as const;

interface Case {
  readonly tampering: Tampering;
  readonly noticed: (reaction: Reaction) => boolean;
  /** What detected it, in words. */
  readonly by: string;
}

/** The server ended with the exit code of inconsistent books and printed this message. */
const halted =
  (words: RegExp) =>
  ({ exitCode, output }: Reaction): boolean =>
    exitCode === EXIT.halted && words.test(output);
const stoppedLog =
  (name: string) =>
  ({ states, output }: Reaction): boolean =>
    states[`${name}_log`] === 'stopped' &&
    states['payouts'] === 'held' &&
    output.includes(`the ${name} log differs from what was signed`);

/** From the least to the most harmful: a short run takes the last two. */
function cases(customerId: number): Case[] {
  return [
    {
      tampering: undoable(
        'a tick of the price log was changed',
        'update price_ticks set price_e8 = price_e8 + 1 where number = 2',
        'update price_ticks set price_e8 = price_e8 - 1 where number = 2',
      ),
      noticed: stoppedLog('price'),
      by: 'the price log, which signs nothing more',
    },
    {
      tampering: undoable(
        'an entry of the ledger was changed',
        `update ledger_entries set amount_minor = amount_minor + 1 where ${FIRST_ENTRY}`,
        `update ledger_entries set amount_minor = amount_minor - 1 where ${FIRST_ENTRY}`,
      ),
      noticed: halted(/the tables differ from the journal: ledger entr/),
      by: 'the comparison in the background, which ends the exchange',
    },
    {
      tampering: undoable(
        'a journal row from before the newest snapshot was changed',
        `update journal set commands = commands || ' ' where first_sequence = 1`,
        'update journal set commands = left(commands, -1) where first_sequence = 1',
      ),
      noticed: stoppedLog('journal'),
      by: 'the journal’s signed head, which signs nothing more',
    },
    {
      tampering: undoable(
        'a customer’s balance was raised',
        `update balances set available_minor = available_minor + 5000000000000 where ${USDT}`,
        `update balances set available_minor = available_minor - 5000000000000 where ${USDT}`,
      ),
      noticed: halted(/the tables differ from the journal: balance/),
      by: 'the comparison at the start, which does not let the exchange begin',
    },
    {
      tampering: undoable(
        'the tail of the audit log was cut',
        `create table put_aside as select * from desk_audit order by id desc limit 1;
         delete from desk_audit where id in (select id from put_aside)`,
        'insert into desk_audit select * from put_aside; drop table put_aside',
      ),
      noticed: stoppedLog('audit'),
      by: 'the audit log’s signed head, which signs nothing more',
    },
    {
      tampering: forgedSnapshot(customerId),
      // Either the server skips the snapshot and replays the journal, or it ends.
      noticed: reaction =>
        /"snapshot|a snapshot is/.test(reaction.output) ||
        halted(/the tables differ from the journal/)(reaction),
      by: 'the journal, which leads to another state',
    },
  ];
}

/** Somebody with access to the database changes it while the exchange is stopped, one change after the other. */
export const tamper: Attack = {
  summary: 'somebody with the database forges a snapshot, balances, entries, prices, and cuts logs',
  async run({ seconds, newFolder }) {
    const data = await newFolder();
    try {
      return await attacked(new Victim(data.path), seconds === null ? 0 : -2);
    } finally {
      await data.remove();
    }
  },
};

async function attacked(victim: Victim, from: number): Promise<Check[]> {
  const first = await victim.start();
  await trade(first.url);
  const kept = await signedCheckpoints(first.url);
  const before = await moneyOf(first.url);
  await first.stop();
  const customerId = await victim.withDatabase(async client => {
    const { rows } = await client.query<{ id: number }>(`select ${DEMO_CUSTOMER} as id`);
    return rows[0]!.id;
  });
  const checks: Check[] = [];
  const seen: string[] = [];
  for (const { tampering, noticed, by } of cases(customerId).slice(from)) {
    const reaction = await victim.reactsTo(tampering, noticed, async ({ url }) => {
      seen.push(await moneyOf(url));
    });
    checks.push({
      promise: `${tampering.what}: it is noticed`,
      seen: seenOf(reaction, by),
      held: noticed(reaction),
    });
  }
  const last = await victim.start();
  seen.push(await moneyOf(last.url));
  const grown = await allGrew(last, kept);
  await last.stop();
  const moved = seen.filter(money => money !== before).length;
  return [
    ...checks,
    {
      promise: 'no customer’s money moved',
      seen: `${before} before; otherwise in ${moved} of ${seen.length} starts`,
      held: moved === 0,
    },
    {
      promise: 'the checkpoints that customers kept lead on to today’s',
      seen: grown,
      held: grown === LOGS.join(', '),
    },
  ];
}

function seenOf({ exitCode, states, output }: Reaction, by: string): string {
  const stopped = Object.keys(states).filter(name => states[name] === 'stopped');
  const words = /(?:the tables differ from the journal|a snapshot is)[^"\\]{0,90}/.exec(output)?.[0] ?? '';
  const end =
    exitCode === null ? `goes on, ${stopped.join(', ') || 'nothing'} stopped` : `ended with ${exitCode}`;
  return `by ${by} (${[end, words].filter(Boolean).join('; ')})`;
}

/** A customer moves money and an operator logs in, so that every log has entries. */
async function trade(url: string): Promise<void> {
  const customer = await Customer.demo(url);
  for (const to of ['contract', 'option', 'trust'] as const) {
    await customer.call('POST wallet/change', { from: 'spot', to, currency_id: 3, amount: '10' });
  }
  await operator(url, 'admin');
}

/** USDT of the demo's customer, as the exchange reports it. */
async function moneyOf(url: string): Promise<string> {
  const accounts = await (await Customer.demo(url)).usdt();
  return Object.entries(accounts)
    .map(([account, { available, frozen }]) => `${account} ${available} + ${frozen}`)
    .join(', ');
}

/** Resolves once the signatures cover everything so far. */
async function signedCheckpoints(url: string): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  // The price log's checkpoint has its own call.
  while (!(await fetch(`${url}/api/price_log/checkpoint?size=10`)).ok) await delay(100);
  for (const log of LOGS) {
    while (!kept.has(log)) {
      const response = await fetch(`${url}/api/signed_log/checkpoint?log=${log}`);
      const { data } = (await response.json()) as { data: { note?: string; size?: number } };
      if (data.note !== undefined) kept.set(log, JSON.stringify(data));
      else await delay(100);
    }
  }
  return kept;
}

async function allGrew({ url }: RunningServer, kept: ReadonlyMap<string, string>): Promise<string> {
  const grown: string[] = [];
  for (const [log, text] of kept) {
    const seen = JSON.parse(text) as { note: string; size: number };
    const get = async <T>(call: string): Promise<T> =>
      ((await (await fetch(`${url}/api/signed_log/${call}`)).json()) as { data: T }).data;
    const newest = await get<{ note: string; size: number }>(`checkpoint?log=${log}`);
    const growth = await get<{ hashes: string[] }>(
      `consistency?log=${log}&from=${seen.size}&to=${newest.size}`,
    );
    const { origin, keys } = await get<{ origin: string; keys: { public_key: string }[] }>(`keys?log=${log}`);
    const known = keys.map(key => ({ name: origin, publicKey: key.public_key }));
    if (verifyGrowth(seen.note, newest.note, growth.hashes, known) === null) grown.push(log);
  }
  return grown.join(', ');
}
