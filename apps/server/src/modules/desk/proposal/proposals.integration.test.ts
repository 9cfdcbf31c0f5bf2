import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SubmitError } from '../../../engine/command-bus.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { fee, products, proposing, type Place, type Wish } from './testing/proposing.ts';

let server: TestServer;
let desks: Place['desks'];
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});
const { propose, confirm, pass, takerFee } = proposing(() => ({ server, desks }));

describe('a proposal', () => {
  it('changes nothing until somebody else confirms it; then exactly what it said', async () => {
    const before = await takerFee();
    const proposal = await propose(fee('0.099'));
    expect(proposal).toMatchObject({
      state: 'pending',
      subject: 'market:1',
      before: { symbol: 'BTC/USDT', taker_fee_percent: before },
      after: { symbol: 'BTC/USDT', taker_fee_percent: '0.099' },
      may_decide: false,
      may_withdraw: true,
    });
    expect(await takerFee()).toBe(before);
    const listed = await desks.administrator.call('GET desk/proposals', {});
    expect(listed.items[0]).toMatchObject({ id: proposal.id, may_decide: true, may_withdraw: false });
    expect(listed.open_count).toBe(1);
    expect(await confirm(proposal)).toMatchObject({
      state: 'applied',
      decided_by: { name: 'administrator' },
    });
    expect(await takerFee()).toBe('0.099');
    const { items } = await desks.administrator.call('GET desk/audit', { subject: 'market:1' });
    expect(items.map(entry => [entry.action, entry.operator]).slice(0, 2)).toEqual([
      ['market.confirm', 'administrator'],
      ['market.propose', 'accountant'],
    ]);
  });

  it('is never confirmed or rejected by its maker, whatever their role', async () => {
    const proposal = await propose(fee(), 'administrator');
    for (const decision of ['confirm', 'reject'] as const) {
      const input = { id: proposal.id, decision, note: 'mine' };
      expect(await desks.administrator.refused('POST desk/proposal_decide', input)).toBe('same_operator');
    }
    const byHand = server.database.pool.query(
      `update desk_proposals set state = 'applied', decided_by = made_by where id = $1`,
      [proposal.id],
    );
    await expect(byHand).rejects.toThrow(/one person is not two/);
  });

  it('confirmed by two at once is applied once', async () => {
    const others = await Promise.all([
      TestDesk.open(server, 'administrator', 'second'),
      TestDesk.open(server, 'accountant', 'third'),
    ]);
    const bus = vi.spyOn(server.engine.bus, 'submit');
    for (let round = 0; round < 5; round++) {
      const proposal = await propose(fee());
      bus.mockClear();
      const input = { id: proposal.id, decision: 'confirm' } as const;
      const answers = await Promise.all(
        [desks.administrator, ...others].map(desk => desk.try('POST desk/proposal_decide', input)),
      );
      expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
        1,
        'already_decided',
        'already_decided',
      ]);
      expect(bus).toHaveBeenCalledOnce();
    }
  });

  it('can be rejected with a reason, and withdrawn by its maker only', async () => {
    const first = await propose(fee());
    const reject = { id: first.id, decision: 'reject' } as const;
    expect(await desks.administrator.refused('POST desk/proposal_decide', reject)).toBe('reason_required');
    const { proposal } = await desks.administrator.call('POST desk/proposal_decide', {
      ...reject,
      note: 'No.',
    });
    expect(proposal).toMatchObject({ state: 'rejected', decision_note: 'No.' });
    expect(await desks.administrator.refused('POST desk/proposal_decide', { ...reject, note: 'No.' })).toBe(
      'already_decided',
    );

    const second = await propose(fee());
    const withdraw = { id: second.id, decision: 'withdraw' } as const;
    expect(await desks.administrator.refused('POST desk/proposal_decide', withdraw)).toBe(
      'operator_forbidden',
    );
    await desks.accountant.call('POST desk/proposal_decide', withdraw);
    const { items } = await desks.support.call('GET desk/proposals', { state: 'closed', kind: 'market' });
    expect(items[0]).toMatchObject({ id: second.id, state: 'withdrawn' });
  });

  it('is void once what it would change has changed', async () => {
    const [first, second] = [await propose(fee()), await propose(fee())];
    await confirm(first);
    const input = { id: second.id, decision: 'confirm' } as const;
    expect(await desks.administrator.refused('POST desk/proposal_decide', input)).toBe('proposal_outdated');
    const same = await takerFee();
    expect(await desks.accountant.refused('POST desk/propose', { ...fee(same), note: 'x' })).toBe(
      'nothing_changed',
    );
  });

  it.each([
    ['a market that is not there', fee('0.1', 99), 'unknown_market'],
    ['a fee the exchange refuses', fee('11'), 'invalid_market'],
    ['a fee above the ceiling', fee('0.5001'), 'fee_above_ceiling'],
    ['a fee too fine', fee('0.00001'), 'invalid_input'],
    ['a negative fee', fee('-1'), 'invalid_input'],
    ['a field that is none of its', { ...fee(), change: { ...fee().change, price: '1' } }, 'invalid_input'],
    ['a price to set', { kind: 'market', change: { market_id: 1, index_price: '1' } }, 'missing_field'],
    [
      'a network twice',
      {
        kind: 'setting',
        change: { name: 'deposit_limits', value: { items: [limit('ERC20'), limit('ERC20')] } },
      },
      'invalid_input',
    ],
    [
      'a currency that is not there',
      {
        kind: 'setting',
        change: { name: 'deposit_limits', value: { items: [{ ...limit('ERC20'), currency_id: 77 }] } },
      },
      'unknown_currency',
    ],
    [
      'second options without the notice',
      {
        kind: 'setting',
        change: { name: 'products', value: products({ option_notice_acknowledged: false }) },
      },
      'invalid_input',
    ],
    [
      'a setting that is not there',
      { kind: 'setting', change: { name: 'prices', value: {} } },
      'invalid_input',
    ],
  ] as const)('of %s is refused', async (_, wish, code) => {
    const before = await server.fingerprint();
    expect(await desks.accountant.refused('POST desk/propose', { ...(wish as Wish), note: 'x' })).toBe(code);
    expect(await server.fingerprint()).toBe(before);
  });

  it('interrupted by a crash is completed at the next start', async () => {
    const proposal = await propose(fee('0.05'));
    vi.spyOn(server.engine.bus, 'submit').mockRejectedValueOnce(new SubmitError('stopped'));
    const input = { id: proposal.id, decision: 'confirm' } as const;
    expect(await desks.administrator.refused('POST desk/proposal_decide', input)).toBe('maintenance');
    const { items } = await desks.administrator.call('GET desk/proposals', {});
    expect(items.find(({ id }) => id === proposal.id)?.state).toBe('applying');
    await server.services.desk.finishLeft(0);
    expect(await takerFee()).toBe('0.05');
    await server.services.desk.finishLeft(0);
    const { items: closed } = await desks.administrator.call('GET desk/proposals', { state: 'closed' });
    expect(closed.find(({ id }) => id === proposal.id)?.state).toBe('applied');
  });
});

describe('a confirmed proposal that was interrupted', () => {
  const cutShort = async (wish: Wish) => {
    const proposal = await propose(wish);
    vi.spyOn(server.engine.bus, 'submit').mockRejectedValueOnce(new SubmitError('busy'));
    const input = { id: proposal.id, decision: 'confirm' } as const;
    expect(await desks.administrator.refused('POST desk/proposal_decide', input)).toBe('busy');
    return proposal.id;
  };
  const outcome = async (id: number) => {
    await server.services.desk.finishLeft(0);
    const { items } = await desks.administrator.call('GET desk/proposals', { state: 'closed' });
    return items.find(proposal => proposal.id === id);
  };

  it('does not undo later decisions', async () => {
    const id = await cutShort(fee('0.032', 5));
    await confirm(await propose(fee('0.031', 5)));
    expect(await outcome(id)).toMatchObject({ state: 'failed', failure: 'proposal_outdated' });
    expect(await takerFee(5)).toBe('0.031');
  });

  it('does not open a market that was stopped again meanwhile', async () => {
    const stop = (status: 'cancel_only' | 'halted') =>
      desks.compliance.call('POST desk/market_stop', { market_id: 5, status, reason: 'x' });
    await stop('cancel_only');
    const id = await cutShort({ kind: 'market_status', change: { market_id: 5, status: 'open' } });
    await stop('halted');
    expect((await outcome(id))?.state).toBe('applied');
    expect(server.engine.exchange.marketStatus(5)).toBe('halted');
    await confirm(await propose({ kind: 'market_status', change: { market_id: 5, status: 'open' } }));
    expect(server.engine.exchange.marketStatus(5)).toBe('cancelOnly');
    await pass(10);
    expect(server.engine.exchange.marketStatus(5)).toBe('open');
  });
});

function limit(network: 'ERC20' | 'TRC20') {
  return { currency_id: 3, network, enabled: true, minimum: '1', confirmations: 1, two_person_limit: '5000' };
}
