import { LANGUAGES } from '@tallystick/protocol';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, CommandType } from '@tallystick/core';
import { deskCalls, type DeskCallName } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { listPerpetuals } from '../perpetual/listing.ts';
import { lumaChange } from '../launch/testing/offer.ts';
import type { DeskCommand } from '../../approval/desk-bus.ts';

/**
 * All commands the desk's calls may cause: terms and stops of markets and contracts, option terms, offers of new
 * currencies, trust products, moves between the house's funds, and freezing (from the security module). Deposits and
 * withdrawals are decided in queues by their own modules; goodwill uses its own bus, and so does profit, which leaves a
 * day later and never by a call.
 */
const ALLOWED = [
  'changeMarketTerms',
  'changePerpetualTerms',
  'configureOptions',
  'configureLaunchOffer',
  'cancelLaunchOffer',
  'configureTrustProduct',
  'fundHouse',
  'takeFromInsurance',
  'haltTrading',
  'resumeTrading',
  'setCustomerFrozen',
  'payGoodwill',
  'changeReferralTerms',
  'setReferralStanding',
  'configureDust',
] as const satisfies readonly CommandType[];

/** Commands no operator may cause: a price, an order, a fill, a result, a change of a customer's balance. */
type Forbidden = Exclude<CommandType, Exclude<(typeof ALLOWED)[number], 'setCustomerFrozen' | 'payGoodwill'>>;
const noneOfThemCompiles: Extract<DeskCommand, { type: Forbidden }> extends never ? true : false = true;

const NAMES = Object.keys(deskCalls) as DeskCallName[];
const MONTH = '2026-07';

let server: TestServer;
let admin: TestDesk;
let checker: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  admin = await TestDesk.open(server, 'administrator', 'admin');
  checker = await TestDesk.open(server, 'administrator', 'checker');
  await listPerpetuals(server.engine.exchange, server.engine.bus);
  await server.tick(1, 60_000e8);
});
afterAll(() => server.close());

describe('the desk’s commands', () => {
  it('is limited by its types', () => {
    expect(noneOfThemCompiles).toBe(true);
  });

  it('is limited by imports: only desk-bus.ts imports the command bus', () => {
    const folders = ['modules/desk', 'approval'];
    const files = folders.flatMap(folder =>
      readdirSync(path.join(import.meta.dirname, '../..', folder), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map(file => `${folder}/${file}`),
    );
    expect(files.length).toBeGreaterThan(25);
    const knowing = files.filter(file =>
      /engine\/(command-bus|engine|sequencer)|submit\.ts'|\bfeeds\/|\bhouse\//.test(
        readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'),
      ),
    );
    // parts.ts takes the bus only to hand it to desk-bus.ts.
    expect(knowing.toSorted()).toEqual(['approval/desk-bus.ts', 'modules/desk/parts.ts']);
  });

  it('ends at terms, stops and freezes: a sweep of every call causes no other command', async () => {
    const { id: customerId } = await server.customer('funded');
    const before = await balances();
    const submitted: Command[] = [];
    const submit = server.engine.bus.submit.bind(server.engine.bus);
    vi.spyOn(server.engine.bus, 'submit').mockImplementation((command, options) => {
      submitted.push(command);
      return submit(command, options);
    });
    const answered = new Set<DeskCallName>();
    for (const [name, input] of sweep(customerId)) {
      const { body } = await admin.send(name, input);
      expect(body.code, `${name} ${JSON.stringify(body)}`).not.toBe('internal_error');
      answered.add(name);
      if (name === 'POST desk/propose' && body.type === 'ok') {
        const { id } = body.data as { id: number };
        await checker.try('POST desk/proposal_decide', { id, decision: 'confirm' });
      }
    }
    expect([...answered].toSorted()).toEqual(NAMES.toSorted());
    const types = new Set(submitted.map(command => command.type));
    expect([...types].toSorted()).toEqual([...ALLOWED].toSorted());
    // One payment to one customer; nobody else's balance changes.
    const paid = submitted.filter(command => command.type === 'payGoodwill');
    expect(paid).toEqual([
      { type: 'payGoodwill', goodwillId: 1, customerId, currencyId: 3, amountMinor: 10_000_000n },
    ]);
    expect(await balances()).toEqual(withGoodwill(before, customerId, 10_000_000n));
    expect((await checker.call('GET desk/markets', {})).items[0]?.ticker.index_price).toBe('60000.0');
  });
});

/** At least one input per call that gets as far as the call can go. */
function sweep(customerId: number): [name: DeskCallName, input: object][] {
  const reason = 'sweep';
  const value = server.services.settings.get('withdrawal_limits');
  const texts = { en: { title: 'a', summary: 'b', paragraphs: ['c'] } };
  const proposals = [
    { kind: 'market', change: terms({}) },
    // Extra fields that an operator might try to add.
    { kind: 'market', change: terms({ price: '1', index_price: '1', priceE8: 1, type: 'recordIndexTick' }) },
    { kind: 'market_status', change: { market_id: 1, status: 'open' } },
    { kind: 'setting', change: { name: 'withdrawal_limits', value: { ...value, per_day: 7 } } },
    { kind: 'notice', change: { notice_id: null, published_at_ms: null, texts } },
    { kind: 'article', change: { slug: 'support', texts: { en: { title: 'a', summary: 'b', body: 'c' } } } },
    { kind: 'perpetual', change: contractTerms({}) },
    { kind: 'perpetual', change: contractTerms({ mark_price: '1', funding_rate: '1', position_id: 1 }) },
    { kind: 'perpetual_status', change: { market_id: 1, status: 'open' } },
    { kind: 'option', change: optionTerms({}) },
    {
      kind: 'option',
      change: optionTerms({ option_id: 1, result: 'rise', exit: 1, payout: '1', price: '1' }),
    },
    { kind: 'trust_product', change: trustTerms() },
    { kind: 'house_funds', change: { from: 'faucet', to: 'insurance', currency_id: 3, amount: '1000' } },
    { kind: 'house_funds', change: { from: 'insurance', to: 'treasury', currency_id: 3, amount: '900' } },
    { kind: 'company_account', change: { name: 'Ours', channel: 'bank', destination: 'DE89' } },
    { kind: 'profit_withdrawal', change: { account_id: 1, from: 'fees', currency_id: 3, amount: '1' } },
    { kind: 'books_close', change: { month: MONTH } },
    { kind: 'goodwill', change: goodwill(customerId, {}) },
    { kind: 'goodwill', change: goodwill(customerId, { account: 'contract', from: 'spot', type: 'credit' }) },
    {
      kind: 'deposit_reversal',
      change: { deposit_id: 1, amount: '1', reason: 'wrong_amount', text: reason },
    },
    { kind: 'reversal_review', change: { reversal_id: 1, uphold: true, text: reason } },
    { kind: 'referral_terms', change: { first_percent: '20', second_percent: '5' } },
    { kind: 'referral_resume', change: { customer_id: customerId } },
    {
      kind: 'dust_terms',
      change: { spread_percent: '1', most: '5', customer_daily: '50', daily: '9000', stale_ms: 30_000 },
    },
    { kind: 'launch_offer', change: lumaChange(server.clock.nowMs) },
    { kind: 'launch_cancel', change: { offer_id: 1 } },
    {
      kind: 'operator',
      change: {
        operator_id: null,
        name: 'swept',
        email: 'swept@desk.example',
        role: 'support',
        active: true,
      },
    },
  ];
  const chat = { case_id: 1_001 };
  const queue = { queue: 'deposit', id: 1 };
  const customer = { customer_id: customerId };
  return [
    ['GET desk/me', {}],
    ['POST desk/totp_begin', { password: 'x' }],
    ['POST desk/totp_confirm', { code: '000000' }],
    ['POST desk/password', { old_password: 'x', password: 'y', re_password: 'y' }],
    ['POST desk/login', { name: 'admin', password: 'x' }],
    ['POST desk/login_link_open', { token: 'x' }],
    ['POST desk/invitation_open', { token: 'x' }],
    [
      'POST desk/invitation_accept',
      { setup_token: 'x', password: 'yyyyyy', re_password: 'yyyyyy', code: '000000' },
    ],
    ['GET desk/operators', {}],
    ['GET desk/audit', {}],
    ['GET desk/audit_export', {}],
    ['GET desk/audit_check', {}],
    ['GET desk/markets', {}],
    ['GET desk/options', {}],
    ['POST desk/market_stop', { status: 'halted', reason }],
    ['GET desk/perpetuals', {}],
    ['GET desk/liquidations', {}],
    ['POST desk/perpetual_stop', { status: 'halted', reason }],
    ['GET desk/launch_offers', {}],
    ['GET desk/launch_orders', { offer_id: 1 }],
    ['GET desk/settings', {}],
    ['GET desk/setting_history', { name: 'bank' }],
    ...proposals.map(wish => ['POST desk/propose', { ...wish, note: reason }] as [DeskCallName, object]),
    ['GET desk/proposals', {}],
    ['POST desk/proposal_decide', { id: 1, decision: 'confirm' }],
    ['GET desk/notices', {}],
    ['GET desk/articles', {}],
    ['GET desk/article', { slug: 'support' }],
    ['GET desk/customers', {}],
    ['GET desk/customer', customer],
    ['GET desk/customer_ledger', customer],
    ['GET desk/customer_orders', customer],
    ['GET desk/customer_positions', customer],
    ['GET desk/customer_options', customer],
    ['GET desk/customer_trust_orders', customer],
    ['GET desk/customer_launch_orders', customer],
    ['GET desk/customer_deposits', customer],
    ['GET desk/customer_withdrawals', customer],
    ['GET desk/customer_limits', customer],
    ['POST desk/customer_note', { ...customer, text: reason }],
    ['POST desk/customer_freeze', { ...customer, reason }],
    ['POST desk/customer_unfreeze', { ...customer, reason }],
    ['POST desk/customer_end_sessions', { ...customer, reason }],
    ['GET desk/chats', {}],
    ['GET desk/chat', chat],
    ['GET desk/chat_messages', chat],
    ['GET desk/chat_picture', { ...chat, picture_id: 1 }],
    ['POST desk/chat_upload', {}],
    ['POST desk/chat_take', chat],
    ['POST desk/chat_hand_over', { ...chat, role: 'support' }],
    ['POST desk/chat_send', { ...chat, client_id: 'swept-message', text: reason }],
    ['POST desk/chat_note', { ...chat, text: reason }],
    ['POST desk/chat_read', { ...chat, seq: 1 }],
    ['POST desk/chat_close', chat],
    ['GET desk/chat_colleagues', {}],
    ['GET desk/chat_templates', {}],
    ['POST desk/chat_template', { title: 'Swept', texts: { en: reason } }],
    ['POST desk/chat_template_remove', { id: 101 }],
    ['GET desk/chat_figures', {}],
    ['GET desk/trust_products', {}],
    ['GET desk/referral', {}],
    ['GET desk/referral_report', { from_day: 20_000, to_day: 20_001 }],
    ['GET desk/referral_flags', {}],
    ['GET desk/referral_export', { from_day: 20_000, to_day: 20_001 }],
    ['GET desk/alerts', {}],
    ['POST desk/alert_acknowledge', { id: 1 }],
    ['GET desk/alert_choices', {}],
    ['GET desk/push_key', {}],
    ['GET desk/push_devices', {}],
    [
      'POST desk/push_subscribe',
      { endpoint: 'https://x.example/', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    ],
    ['POST desk/push_unsubscribe', { device_id: 1 }],
    ['POST desk/alert_choose', { kind: 'queue_long', mail: true }],
    ['POST desk/referral_stop', { ...customer, reason }],
    ['GET desk/house', {}],
    ['GET desk/goodwill', {}],
    ['GET desk/reversals', {}],
    ['GET desk/account_links', {}],
    ['GET desk/clock', {}],
    ['POST desk/clock_advance', { by: 1_000, reason }],
    ['GET desk/solvency', {}],
    ['GET desk/books', {}],
    ['GET desk/books_accounts', { month: MONTH }],
    ['GET desk/books_report', { month: MONTH, report: 'result' }],
    ['GET desk/books_export', { month: MONTH }],
    ['GET desk/books_reconciliation', {}],
    ['GET desk/profit', {}],
    ['POST desk/profit_stop', { id: 1, reason }],
    ['GET desk/reserves', {}],
    ['GET desk/reserve_messages', {}],
    ['POST desk/reserve_signatures', { content: '[]' }],
    ['POST desk/reserve_document', {}],
    ['GET desk/reserve_document', { sha256: '00'.repeat(32) }],
    ['GET desk/custody', {}],
    ['GET desk/screening_lists', {}],
    ['GET desk/case_report', { id: 1, format: 'csv' }],
    ['GET desk/customer_data', { customer_id: customerId }],
    ['GET desk/custody_plan', { network: 'ERC20' }],
    ['GET desk/custody_batches', {}],
    ['GET desk/custody_batch', { batch_id: 1 }],
    ['POST desk/custody_build', { network: 'ERC20', kind: 'payout' }],
    ['POST desk/custody_export', { batch_id: 1 }],
    ['POST desk/custody_signed', { batch_id: 1, version: 1, content: '[]' }],
    ['POST desk/custody_send', { batch_id: 1 }],
    ['POST desk/custody_replace', { batch_id: 1 }],
    ['POST desk/custody_cancel', { batch_id: 1, reason }],
    ['GET desk/price_log', {}],
    ['GET desk/integrity', {}],
    ['GET desk/queues', {}],
    ['GET desk/queue', { queue: 'deposit' }],
    ['GET desk/queue_item', queue],
    ['GET desk/queue_picture', { ...queue, picture_id: 1 }],
    ['POST desk/queue_decide', { ...queue, action: 'approve' }],
    ['POST desk/account_link', { ...customer, reason }],
    ['GET desk/errors', {}],
    ['GET desk/incidents', {}],
    ['POST desk/incident', { id: null, texts: statusTexts, started_at_ms: null, ended_at_ms: null }],
    ['GET desk/outbox', {}],
    ['POST desk/maintenance_start', { reason }],
    ['POST desk/logout', {}],
  ];
}

const statusTexts = Object.fromEntries(
  LANGUAGES.map(language => [language, { title: 'Short', body: 'Nothing of note' }]),
);

function contractTerms(more: object) {
  return {
    market_id: 1,
    maker_fee_percent: '0.03',
    taker_fee_percent: '0.06',
    price_band_percent: '10',
    liquidation_fee_percent: '0.3',
    interest_percent: '0.01',
    funding_cap_percent: '0.5',
    funding_interval_hours: 8,
    max_order_lots: 1_000,
    max_open_interest_lots: 100_000,
    max_customer_value: '100000',
    multiples: [1, 10],
    tiers: [{ up_to_value: '100000', max_multiple: 10, maintenance_percent: '1' }],
    ...more,
  };
}

function optionTerms(more: object) {
  return {
    market_id: 1,
    enabled: true,
    stale_ms: 5_000,
    times: [{ seconds: 60, payout_percent: '80' }],
    currencies: [{ currency_id: 3, min_stake: '5', max_stake: '50', exposure_limit: '500' }],
    ...more,
  };
}

function terms(more: object) {
  return {
    market_id: 1,
    min_notional: '7',
    maker_fee_percent: '0.2',
    taker_fee_percent: '0.2',
    price_band_percent: '10',
    ...more,
  };
}

function goodwill(customerId: number, more: object) {
  return {
    customer_id: customerId,
    currency_id: 3,
    amount: '10',
    reason: 'courtesy',
    text: 'Sorry',
    ...more,
  };
}

/** Disabled, because this test has no treasury. */
function trustTerms() {
  return {
    product_id: 1,
    enabled: false,
    currency_id: 3,
    cycle_days: 15,
    daily_yield_percent: '0.4',
    penalty_percent: '0.6',
    minimum: '100',
    maximum: '1000',
    capacity: '10000',
    customer_limit: '1000',
    opens_at_ms: 0,
  };
}

/** The same rows, except one spot account's USDT payment. */
function withGoodwill(rows: Record<string, unknown>[], customerId: number, minor: bigint): unknown[] {
  return rows.map(row => {
    const isPaid = row['owner_id'] === customerId && row['account'] === 'spot' && row['currency_id'] === 3;
    const available = String(BigInt(row['available_minor'] as string) + minor);
    return isPaid ? { ...row, available_minor: available } : row;
  });
}

/** Balances of customers. */
async function balances(): Promise<Record<string, unknown>[]> {
  const { rows } = await server.database.pool.query<Record<string, unknown>>(
    'select * from balances where owner_id > 0 order by owner_id, account, currency_id',
  );
  return rows;
}
