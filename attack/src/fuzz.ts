import { execFileSync } from 'node:child_process';
import type { DeskInput } from '@tallystick/protocol/desk';
import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import { DEMO_OPERATOR_PASSWORD } from '@tallystick/server/demo/operators';
import {
  CLOSING,
  describeRequest,
  FUZZED,
  otherRequests,
  requestsOf,
  sampleOf,
  type FuzzRequest,
  type Sender,
} from '@tallystick/server/http/testing/fuzz-requests';
import { judge } from '@tallystick/server/http/testing/fuzz-verdict';
import { sendRaw } from '@tallystick/server/http/testing/fuzz-wire';
import { runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import type { Attack, AttackOptions, Check } from './attack.ts';
import { Caller } from '@tallystick/server/testing/caller';
import { Customer } from './parts/customer.ts';
import { operator } from '@tallystick/server/testing/operator';

const LONG_S = 120;
/** Requests of one call before the next call's turn. */
const AT_A_TIME = 5;
const SENDERS_AT_ONCE = 4;
/** Memory that may grow before a garbage collection frees it. */
const MEMORY_SLACK_MB = 300;

/** The requests of apps/server/src/http/fuzz.integration.test.ts, several at once, to the real server. */
export const fuzz: Attack = {
  summary: 'customers, operators and strangers send every call what nobody should',
  async run({ seconds, newFolder }: AttackOptions): Promise<readonly Check[]> {
    const data = await newFolder();
    const server = await runServer({ dataDir: data.path, env: { RATE_LIMITS: 'off', LOG_FORMAT: 'json' } });
    try {
      return await new Campaign(server).run((seconds ?? LONG_S) * 1000);
    } finally {
      await server.stop();
      await data.remove();
    }
  },
};

function loginOf(role: Role): DeskInput<'POST desk/login'> {
  return { name: nameOf(role), password: DEMO_OPERATOR_PASSWORD };
}

function nameOf(role: Role): string {
  return role === 'administrator' ? 'admin' : role;
}

function untouched(before: readonly string[], now: readonly string[]): Check {
  const different = now.filter(line => !before.includes(line));
  return {
    promise: 'who takes no part keeps what is theirs',
    seen: [`${now.length} balances compared`, ...different].join('\n'),
    held: different.length === 0 && now.length === before.length,
  };
}

async function booksOf(auditor: Caller): Promise<Check> {
  const { items } = await auditor.call('GET desk/solvency', {});
  return {
    promise: 'every currency sums to zero',
    seen: items.map(({ currency, sum }) => `${currency} ${sum}`).join(', '),
    held: items.length > 0 && items.every(({ sum }) => Number(sum) === 0),
  };
}

/** Read as an operator, because a request may have ended the customer's own session. */
async function balancesOf(customerId: number, auditor: Caller): Promise<readonly string[]> {
  const { balances } = await auditor.call('GET desk/customer', { customer_id: customerId });
  // Without their value, because prices move.
  return balances.map(({ account, currency, available, frozen }) =>
    [account, currency, available, frozen].join(' '),
  );
}

class Campaign {
  readonly #server: RunningServer;
  readonly #tokens = new Map<Sender, string>();
  readonly #outcomes = { accepted: 0, refused: 0, unanswered: 0 };
  readonly #complaints: string[] = [];

  constructor(server: RunningServer) {
    this.#server = server;
  }

  async run(durationMs: number): Promise<readonly Check[]> {
    const { id: bystander } = await (await this.#register()).call('GET user/center', {});
    for (const who of ['customer', 'other customer'] as const)
      this.#tokens.set(who, (await this.#register()).token);
    for (const role of ROLES) {
      this.#tokens.set(role, (await operator(this.#server.url, nameOf(role))).token);
    }
    // A separate session, because some requests end the others'.
    const auditor = await operator(this.#server.url, 'accountant');
    const owned = await balancesOf(bystander, auditor);
    const memoryMb = this.#memoryMb();
    const firstSeed = Math.floor(Math.random() * 1_000_000_000);
    await this.#send(firstSeed, performance.now() + durationMs);
    return [
      this.#answers(firstSeed),
      this.#silence(),
      await booksOf(auditor),
      untouched(owned, await balancesOf(bystander, auditor)),
      this.#memory(memoryMb),
    ];
  }

  /** Sends a few requests of each call in turn, several at once, as in real use. */
  async #send(firstSeed: number, endsAt: number): Promise<void> {
    const kinds = [otherRequests, ...FUZZED.filter(name => !CLOSING.includes(name)).map(requestsOf)];
    let seed = firstSeed;
    const work = async (): Promise<void> => {
      while (performance.now() < endsAt && this.#complaints.length === 0) {
        const turn = seed++;
        const kind = kinds[turn % kinds.length] ?? otherRequests;
        for (const request of sampleOf(kind, AT_A_TIME, turn)) await this.#try(request, turn);
        await this.#renewCustomers();
      }
    };
    await Promise.all(Array.from({ length: SENDERS_AT_ONCE }, work));
  }

  async #try(request: FuzzRequest, seed: number): Promise<void> {
    const token = this.#tokens.get(request.from) ?? null;
    const reply = await sendRaw({ host: '127.0.0.1', port: this.#server.port }, request, token);
    const verdict = judge(request, reply);
    if (verdict.outcome === 'wrong') {
      this.#complaints.push(`${verdict.complaint} (seed ${seed})\n${describeRequest(request)}`);
    } else this.#outcomes[verdict.outcome]++;
  }

  #answers(firstSeed: number): Check {
    const { accepted, refused, unanswered } = this.#outcomes;
    const counted = `${accepted} accepted, ${refused} refused, ${unanswered} broken off, from seed ${firstSeed}`;
    return {
      promise: 'every answer is an envelope with a known code, and none is a failure of ours',
      seen: [counted, ...this.#complaints].join('\n'),
      held: this.#complaints.length === 0,
    };
  }

  #silence(): Check {
    const loud = this.#server
      .output()
      .split('\n')
      .filter(line => line.includes('"stack"'))
      // A database that is late on a busy machine is told by background work, whatever strangers send.
      .filter(line => !line.includes('"type":"DatabaseBusy"'));
    return {
      promise: 'nothing a stranger sends leaves a stack in the log',
      seen: [`${loud.length} stacks`, ...loud.slice(0, 1)].join('\n'),
      held: loud.length === 0,
    };
  }

  #memory(beforeMb: number): Check {
    const afterMb = this.#memoryMb();
    return {
      promise: 'its memory does not grow with what it refuses',
      seen: `${beforeMb} MB at the beginning, ${afterMb} MB at the end`,
      held: afterMb < beforeMb + MEMORY_SLACK_MB,
    };
  }

  #memoryMb(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.#server.pid)], {
      encoding: 'utf8',
    });
    return Math.round(Number(kilobytes) / 1024);
  }

  /** Some requests log customers and operators out. */
  async #renewCustomers(): Promise<void> {
    for (const who of ['customer', 'other customer'] as const) {
      const reply = await this.#as(who).send('GET user/center', {});
      if (reply.type === '999') this.#tokens.set(who, (await this.#register()).token);
    }
    for (const role of ROLES) {
      const reply = await this.#as(role).send('GET desk/me', {});
      if (reply.type !== '999') continue;
      // Wrong passwords may have locked them out for a while.
      const login = await new Caller(this.#server.url).send('POST desk/login', loginOf(role));
      if (login.type === 'ok') this.#tokens.set(role, String(login.data['token']));
    }
  }

  #as(who: Sender): Caller {
    return new Caller(this.#server.url, { token: this.#tokens.get(who) ?? '' });
  }

  /** A new customer with demo funds. */
  async #register(): Promise<Customer> {
    const customer = await Customer.register(this.#server.url);
    await customer.call('POST wallet/faucet', {});
    return customer;
  }
}
