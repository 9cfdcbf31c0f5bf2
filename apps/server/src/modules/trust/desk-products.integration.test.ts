import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeskInput } from '@tallystick/protocol/desk';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let maker: TestDesk;
let checker: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  maker = await TestDesk.open(server, 'accountant', 'maker');
  checker = await TestDesk.open(server, 'administrator', 'checker');
});
afterAll(() => server.close());

const TERMS = {
  product_id: 1,
  enabled: true,
  currency_id: 3,
  cycle_days: 15,
  daily_yield_percent: '0.40',
  penalty_percent: '0.6',
  minimum: '100',
  maximum: '1000',
  capacity: '10000',
  customer_limit: '2000',
  opens_at_ms: 0,
};

const proposal = (kind: 'trust_product' | 'house_funds', change: Record<string, unknown>) =>
  ({ kind, change, note: 'test' }) satisfies DeskInput<'POST desk/propose'>;

async function pass(kind: 'trust_product' | 'house_funds', change: Record<string, unknown>): Promise<string> {
  const { id } = await maker.call('POST desk/propose', proposal(kind, change));
  const { proposal: decided } = await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
  return `${decided.state} ${decided.failure ?? ''}`.trim();
}

async function treasury(): Promise<string | undefined> {
  const { items } = await maker.call('GET desk/house', {});
  return items.find(({ currency }) => currency === 'USDT')?.treasury;
}

describe('the house’s funds', () => {
  it('are moved by two people: from the demo’s faucet, and between the funds', async () => {
    expect(
      await pass('house_funds', { from: 'faucet', to: 'treasury', currency_id: 3, amount: '1000' }),
    ).toBe('applied');
    expect(
      await pass('house_funds', { from: 'treasury', to: 'insurance', currency_id: 3, amount: '300.50' }),
    ).toBe('applied');
    const { items, funds, sources } = await maker.call('GET desk/house', {});
    expect(items.find(({ currency }) => currency === 'USDT')).toMatchObject({
      treasury: '699.5',
      insurance: '300.5',
      option_pool: '0',
      trust_escrow: '0',
    });
    expect(funds).toEqual(['treasury', 'insurance', 'option_pool']);
    expect(sources).toContain('faucet');
    const { rows } = await server.database.pool.query(
      `select distinct reference from ledger_entries where reason = 'houseFunding' order by 1`,
    );
    expect(rows).toEqual([{ reference: 'proposal:1' }, { reference: 'proposal:2' }]);
  });

  it.each([
    [
      'more than the source has',
      { from: 'fees', to: 'treasury', currency_id: 3, amount: '1' },
      'insufficient_balance',
    ],
    ['nothing', { from: 'faucet', to: 'treasury', currency_id: 3, amount: '0' }, 'invalid_amount'],
    ['to itself', { from: 'treasury', to: 'treasury', currency_id: 3, amount: '1' }, 'same_account'],
    [
      'an unknown currency',
      { from: 'faucet', to: 'treasury', currency_id: 99, amount: '1' },
      'unknown_currency',
    ],
    ['into an escrow', { from: 'faucet', to: 'trust_escrow', currency_id: 3, amount: '1' }, 'invalid_input'],
    [
      'out of an escrow',
      { from: 'trust_escrow', to: 'treasury', currency_id: 3, amount: '1' },
      'invalid_input',
    ],
    ['from a customer', { from: 'spot', to: 'treasury', currency_id: 3, amount: '1' }, 'invalid_input'],
  ])('never %s', async (_, change, code) => {
    expect(await maker.refused('POST desk/propose', proposal('house_funds', change))).toBe(code);
  });

  it('need a second person with the right to confirm', async () => {
    const wish = proposal('house_funds', { from: 'faucet', to: 'treasury', currency_id: 3, amount: '1' });
    const { id } = await maker.call('POST desk/propose', wish);
    expect(await maker.refused('POST desk/proposal_decide', { id, decision: 'confirm' })).toBe(
      'same_operator',
    );
    await maker.call('POST desk/proposal_decide', { id, decision: 'withdraw' });
    const support = await TestDesk.open(server, 'support', 'support');
    expect(await support.refused('POST desk/propose', wish)).toBe('operator_forbidden');
    expect(await support.refused('GET desk/house', {})).toBe('operator_forbidden');
  });

  it('move once when the server fails between decision and exchange', async () => {
    const before = Number(await treasury());
    const wish = proposal('house_funds', { from: 'faucet', to: 'treasury', currency_id: 3, amount: '5' });
    const { id } = await maker.call('POST desk/propose', wish);
    await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    // As if the server had died before it marked the proposal as applied, and the exchange had forgotten the key.
    await server.database.pool.query(`update desk_proposals set state = 'applying' where id = $1`, [id]);
    await server.database.pool.query(`delete from idempotency where scope = 'desk'`);
    await server.services.desk.finishLeft(0);
    expect(Number(await treasury())).toBe(before + 5);
  });
});

describe('trust products', () => {
  it('are proposed by one and confirmed by another, within what the treasury covers', async () => {
    expect(
      await maker.refused('POST desk/propose', proposal('trust_product', { ...TERMS, capacity: '1000000' })),
    ).toBe('treasury_short');
    expect(await pass('trust_product', TERMS)).toBe('applied');
    const { items, next_product_id: next } = await maker.call('GET desk/trust_products', {});
    expect(next).toBe(2);
    expect(items).toMatchObject([
      {
        product: { product_id: 1, daily_yield_percent: '0.4', total_yield_percent: '6', state: 'open' },
        terms: { ...TERMS, daily_yield_percent: '0.4' },
        orders: 0,
        editable: true,
      },
    ]);
  });

  it('may be edited until the first order, then only switched on or off', async () => {
    expect(await pass('trust_product', { ...TERMS, cycle_days: 10 })).toBe('applied');
    const { token } = await server.customer('funded');
    const transfer = { currency_id: 3, from: 'spot', to: 'trust', amount: '500' } as const;
    await server.call('POST wallet/change', transfer, { token, key: freshKey() });
    await server.call(
      'POST lh/deposit',
      { product_id: 1, amount: '500', terms_version: 2, agreement: true },
      { token, key: freshKey() },
    );
    const changed = { ...TERMS, cycle_days: 20 };
    expect(await maker.refused('POST desk/propose', proposal('trust_product', changed))).toBe(
      'trust_terms_frozen',
    );
    const off = { ...TERMS, cycle_days: 10, enabled: false };
    expect(await pass('trust_product', off)).toBe('applied');
    expect((await maker.call('GET desk/trust_products', {})).items[0]).toMatchObject({
      product: { state: 'closed', hosted: '500' },
      orders: 1,
      editable: false,
    });
  });

  it('a proposal made before another change was confirmed is refused', async () => {
    const slow = await maker.call(
      'POST desk/propose',
      proposal('trust_product', { ...TERMS, product_id: 2, enabled: false }),
    );
    expect(await pass('trust_product', { ...TERMS, product_id: 2, cycle_days: 7, enabled: false })).toBe(
      'applied',
    );
    expect(await checker.refused('POST desk/proposal_decide', { id: slow.id, decision: 'confirm' })).toBe(
      'proposal_outdated',
    );
  });

  it('with a penalty above the ceiling are refused', async () => {
    const change = { ...TERMS, product_id: 3, enabled: true, penalty_percent: '1.0001' };
    expect(await maker.refused('POST desk/propose', proposal('trust_product', change))).toBe(
      'fee_above_ceiling',
    );
  });

  it.each([
    ['daily_yield_percent', '0'],
    ['minimum', '0'],
    ['maximum', '99'],
    ['capacity', '99'],
    ['customer_limit', '99'],
  ])('with an impossible %s are refused', async (field, value) => {
    const change = { ...TERMS, product_id: 3, [field]: value };
    expect(await maker.refused('POST desk/propose', proposal('trust_product', change))).toBe(
      'invalid_trust_terms',
    );
  });
});
