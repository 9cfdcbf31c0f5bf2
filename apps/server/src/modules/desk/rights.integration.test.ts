import { deskCalls, type DeskCall, type DeskCallName } from '@tallystick/protocol/desk';
import { isAllowed, ROLES, type Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';

const NAMES = Object.keys(deskCalls) as DeskCallName[];
const definitionOf = (name: DeskCallName): DeskCall => deskCalls[name];

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
let nobody: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
  nobody = new TestDesk(server, null);
});
afterAll(() => server.close());

describe.each(ROLES)('%s', role => {
  // All roles may log out, and it would end the session of the other tests.
  it.each(NAMES.filter(name => name !== 'POST desk/logout'))(
    '%s: as the table of rights says',
    async name => {
      const { permission } = definitionOf(name);
      const { body } = await desks[role].send(name, {});
      const refused = body.type !== 'ok' && body.code === 'operator_forbidden';
      const mayCall = permission === 'self' || permission === 'kind' || isAllowed(role, permission);
      expect(refused).toBe(!mayCall);
    },
  );
});

describe('without a session', () => {
  it.each(NAMES.filter(name => definitionOf(name).auth !== 'none'))('%s is refused', async name => {
    const { status, body } = await nobody.send(name, {});
    expect({ status, type: body.type, code: body.code }).toEqual({
      status: 401,
      type: '999',
      code: 'session_invalid',
    });
  });
});

describe('rights of a kind', () => {
  const market = {
    kind: 'market',
    change: {
      market_id: 1,
      min_notional: '5',
      maker_fee_percent: '0.2',
      taker_fee_percent: '0.2',
      price_band_percent: '10',
    },
    note: 'matrix',
  } as const;
  const operator = {
    kind: 'operator',
    change: {
      operator_id: null,
      name: 'somebody',
      email: 'somebody@desk.example',
      role: 'support',
      active: true,
    },
    note: 'matrix',
  } as const;
  const notice = {
    kind: 'notice',
    change: {
      notice_id: null,
      published_at_ms: null,
      texts: { en: { title: 'A', summary: 'B', paragraphs: ['C'] } },
    },
    note: 'matrix',
  } as const;

  it.each([
    [market, ['accountant', 'administrator'], ['accountant', 'administrator']],
    [operator, ['administrator'], ['compliance', 'administrator']],
    [notice, ['support', 'compliance', 'administrator'], ['compliance', 'administrator']],
  ] as const)('%o: who proposes, who confirms', async (proposal, proposers, confirmers) => {
    for (const role of ROLES) {
      const { body } = await desks[role].try('POST desk/propose', proposal);
      expect(body.code).toBe((proposers as readonly Role[]).includes(role) ? 1 : 'operator_forbidden');
      if (body.type !== 'ok') continue;
      for (const other of ROLES) {
        const decision = { id: body.data.id, decision: 'confirm', note: '' } as const;
        if (other === role || (confirmers as readonly Role[]).includes(other)) continue;
        expect(await desks[other].refused('POST desk/proposal_decide', decision)).toBe('operator_forbidden');
      }
      await desks[role].call('POST desk/proposal_decide', { id: body.data.id, decision: 'withdraw' });
    }
  });
});
