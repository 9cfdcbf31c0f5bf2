import { PROPOSAL_KINDS, type ProposalKindName } from '@tallystick/protocol/desk/calls/proposal';
import { QUEUES } from '@tallystick/protocol/desk/calls/queue';
import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK_PASSWORD, TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';

const MONEY: readonly Role[] = ['accountant', 'administrator'];
const WATCH: readonly Role[] = ['compliance', 'administrator'];

/** Written out again here, so that a test fails when a right is granted by mistake. */
const PROPOSERS: Readonly<Record<ProposalKindName, readonly Role[]>> = {
  market: MONEY,
  market_status: ['compliance', 'accountant', 'administrator'],
  perpetual: MONEY,
  perpetual_status: ['compliance', 'accountant', 'administrator'],
  setting: MONEY,
  notice: ['support', 'compliance', 'administrator'],
  article: ['support', 'compliance', 'administrator'],
  operator: ['administrator'],
  option: MONEY,
  launch_offer: MONEY,
  launch_cancel: MONEY,
  trust_product: MONEY,
  house_funds: MONEY,
  clock: ['administrator'],
  goodwill: ['support', ...MONEY],
  deposit_reversal: ['compliance', ...MONEY],
  reversal_review: ['compliance', ...MONEY],
  referral_terms: MONEY,
  referral_resume: WATCH,
  dust_terms: MONEY,
  company_account: MONEY,
  profit_withdrawal: MONEY,
  books_close: MONEY,
  bank_statement: MONEY,
};
const CONFIRMERS: Readonly<Record<ProposalKindName, readonly Role[]>> = {
  ...PROPOSERS,
  market_status: WATCH,
  perpetual_status: WATCH,
  notice: WATCH,
  article: WATCH,
  operator: WATCH,
  clock: WATCH,
  goodwill: MONEY,
  bank_statement: ['compliance', ...MONEY],
};
const READERS: Readonly<Record<(typeof QUEUES)[number], readonly Role[]>> = {
  identity: ['support', 'compliance', 'administrator'],
  deposit: ROLES,
  withdrawal: ROLES,
  custody: ['compliance', ...MONEY],
  reconciliation: ['compliance', ...MONEY],
  compliance: WATCH,
  recovery: ['support', 'compliance', 'administrator'],
  ticket: ROLES,
  feedback: ROLES,
};
const DECIDERS: Readonly<Record<(typeof QUEUES)[number], readonly Role[]>> = {
  identity: WATCH,
  deposit: MONEY,
  withdrawal: ['compliance', 'accountant', 'administrator'],
  custody: ['compliance', ...MONEY],
  reconciliation: ['compliance', ...MONEY],
  compliance: WATCH,
  recovery: WATCH,
  ticket: ['support', 'compliance', 'administrator'],
  feedback: ['support', 'compliance', 'administrator'],
};

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
let maker: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
  maker = await TestDesk.open(server, 'administrator', 'maker');
});
afterAll(() => server.close());

const forbidden = async (answer: Promise<{ readonly body: { readonly code: string | number } }>) =>
  (await answer).body.code === 'operator_forbidden';

/** Another operator's open proposal; its content does not matter here. */
async function lying(kind: ProposalKindName, madeBy = maker.id): Promise<number> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into desk_proposals (kind, subject, change, before, after, note, made_by, made_at_ms)
     values ($1, 'market:1', '{}', 'null', '{}', 'matrix', $2, 0) returning id`,
    [kind, madeBy],
  );
  return Number(rows[0]?.id);
}

describe.each(ROLES)('%s', role => {
  it.each(PROPOSAL_KINDS)('proposes %s only with the right to', async kind => {
    const answer = desks[role].send('POST desk/propose', { kind, change: {}, note: 'matrix' });
    expect(await forbidden(answer)).toBe(!PROPOSERS[kind].includes(role));
  });

  it.each(PROPOSAL_KINDS)(
    'confirms and rejects %s only with the right to, and never withdraws it',
    async kind => {
      const id = await lying(kind);
      const decide = (decision: 'confirm' | 'reject' | 'withdraw') =>
        forbidden(desks[role].try('POST desk/proposal_decide', { id, decision, note: '' }));
      expect(await decide('withdraw')).toBe(true);
      // Operators with the right are asked for a reason, and the proposal stays open.
      expect(await decide('reject')).toBe(!CONFIRMERS[kind].includes(role));
      if (!CONFIRMERS[kind].includes(role)) expect(await decide('confirm')).toBe(true);
    },
  );

  it.each(PROPOSAL_KINDS)('decides no proposal of %s of their own, from whatever session', async kind => {
    const id = await lying(kind, desks[role].id);
    const { token } = await new TestDesk(server, null).call('POST desk/login', {
      name: role,
      password: DESK_PASSWORD,
    });
    const again = new TestDesk(server, token, desks[role].id);
    for (const one of [desks[role], again]) {
      for (const decision of ['confirm', 'reject'] as const) {
        const code = await one.refused('POST desk/proposal_decide', { id, decision, note: 'mine' });
        expect(code).toBe(CONFIRMERS[kind].includes(role) ? 'same_operator' : 'operator_forbidden');
      }
    }
  });

  it.each(QUEUES)('reads and decides what waits in %s only with the right to', async queue => {
    const reads = READERS[queue].includes(role);
    expect(await forbidden(desks[role].try('GET desk/queue', { queue }))).toBe(!reads);
    expect(await forbidden(desks[role].try('GET desk/queue_item', { queue, id: 1 }))).toBe(!reads);
    expect(await forbidden(desks[role].try('GET desk/queue_picture', { queue, id: 1, picture_id: 1 }))).toBe(
      !reads,
    );
    const decision = { queue, id: 1, action: 'approve' } as const;
    const decides = DECIDERS[queue].includes(role);
    expect(await forbidden(desks[role].try('POST desk/queue_decide', decision))).toBe(!decides);
  });
});
