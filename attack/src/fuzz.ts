import { execFileSync } from 'node:child_process';
import type { CallName, CallInput, CallOutput, Reply } from '@tallystick/protocol';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
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
import { runServer, temporaryDataDir, type RunningServer } from '@tallystick/server/testing/run-server';
import type { Attack, AttackOptions, Check } from './attack.ts';

const LONG_S = 120;
/** Of one call, before the next one's turn. */
const AT_A_TIME = 5;
const PASSWORD = 'correct horse';
const SENDERS_AT_ONCE = 4;
/** What a JavaScript heap takes between two collections and gives back later. */
const MEMORY_SLACK_MB = 300;

/** The same requests as in apps/server/src/http/fuzz.integration.test.ts, several at once, to the server as it runs. */
export const fuzz: Attack = {
  summary: 'customers, operators and strangers send every call what nobody should',
  async run({ seconds }: AttackOptions): Promise<readonly Check[]> {
    const data = await temporaryDataDir();
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
  return { name: role === 'administrator' ? 'admin' : role, password: DEMO_OPERATOR_PASSWORD };
}

function untouched(before: readonly string[], now: readonly string[]): Check {
  const different = now.filter(line => !before.includes(line));
  return {
    promise: 'who takes no part keeps what is theirs',
    seen: [`${now.length} balances compared`, ...different].join('\n'),
    held: different.length === 0 && now.length === before.length,
  };
}

class Campaign {
  readonly #server: RunningServer;
  readonly #tokens = new Map<Sender, string>();
  readonly #outcomes = { accepted: 0, refused: 0, unanswered: 0 };
  readonly #complaints: string[] = [];
  #customers = 0;

  constructor(server: RunningServer) {
    this.#server = server;
  }

  async run(durationMs: number): Promise<readonly Check[]> {
    const { customerId: bystander } = await this.#register();
    for (const who of ['customer', 'other customer'] as const)
      this.#tokens.set(who, (await this.#register()).token);
    for (const role of ROLES) {
      this.#tokens.set(role, (await this.#call('POST desk/login', loginOf(role))).token);
    }
    // A session of its own: those of the others do not all last.
    const { token: auditor } = await this.#call('POST desk/login', loginOf('accountant'));
    const owned = await this.#balancesOf(bystander, auditor);
    const memoryMb = this.#memoryMb();
    const firstSeed = Math.floor(Math.random() * 1_000_000_000);
    await this.#send(firstSeed, performance.now() + durationMs);
    return [
      this.#answers(firstSeed),
      this.#silence(),
      await this.#books(auditor),
      untouched(owned, await this.#balancesOf(bystander, auditor)),
      this.#memory(memoryMb),
    ];
  }

  /** Round by round, each call's turn in each; several at once, as a server is used. */
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
      .filter(line => line.includes('"stack"'));
    return {
      promise: 'nothing a stranger sends leaves a stack in the log',
      seen: [`${loud.length} stacks`, ...loud.slice(0, 1)].join('\n'),
      held: loud.length === 0,
    };
  }

  async #books(token: string): Promise<Check> {
    const { items } = await this.#call('GET desk/solvency', {}, token);
    return {
      promise: 'every currency sums to zero',
      seen: items.map(({ currency, sum }) => `${currency} ${sum}`).join(', '),
      held: items.length > 0 && items.every(({ sum }) => Number(sum) === 0),
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

  /** Some of what is sent logs them out. */
  async #renewCustomers(): Promise<void> {
    for (const who of ['customer', 'other customer'] as const) {
      const reply = await this.#reply('GET user/center', {}, this.#tokens.get(who));
      if (reply.type === '999') this.#tokens.set(who, (await this.#register()).token);
    }
    for (const role of ROLES) {
      const reply = await this.#reply('GET desk/me', {}, this.#tokens.get(role));
      if (reply.type !== '999') continue;
      // Wrong passwords may have locked them out for a while.
      const login = await this.#reply('POST desk/login', loginOf(role));
      if (login.type === 'ok') this.#tokens.set(role, (login.data as { token: string }).token);
    }
  }

  /** Somebody new with demo funds. */
  async #register(): Promise<{ readonly token: string; readonly customerId: number }> {
    const email = `fuzzed${++this.#customers}@example.com`;
    const sent = await this.#call('POST sms_mail', { email, purpose: 'register' });
    const password = PASSWORD;
    const { token, user } = await this.#call('POST user/register', {
      ...{ kind: 'email', account: email, code: sent.demo_code ?? '', password, re_password: password },
      agreement: true,
    });
    await this.#call('POST wallet/faucet', {}, token);
    return { token, customerId: user.id };
  }

  /** As an operator sees them: the customer's own session may be ended by one. */
  async #balancesOf(customerId: number, token: string): Promise<readonly string[]> {
    const { balances } = await this.#call('GET desk/customer', { customer_id: customerId }, token);
    // Without their worth: prices move.
    return balances.map(({ account, currency, available, frozen }) =>
      [account, currency, available, frozen].join(' '),
    );
  }

  async #call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    token?: string,
  ): Promise<CallOutput<Name>>;
  async #call<Name extends DeskCallName>(
    name: Name,
    input: DeskInput<Name>,
    token?: string,
  ): Promise<DeskOutput<Name>>;
  async #call(name: string, input: object, token?: string): Promise<unknown> {
    const reply = await this.#reply(name, input, token);
    if (reply.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(reply)}`);
    return reply.data;
  }

  async #reply(name: string, input: object, token = ''): Promise<Reply<unknown>> {
    const [method = '', path = ''] = name.split(' ');
    const fields = Object.entries(input).map(([field, value]) => [field, String(value)]);
    const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
    const response = await fetch(`${this.#server.url}/api/${path}${query}`, {
      method,
      headers: {
        authorization: token,
        'idempotency-key': crypto.randomUUID(),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    return (await response.json()) as Reply<unknown>;
  }
}
