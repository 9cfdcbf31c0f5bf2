import { isAllowed } from '@tallystick/protocol/desk/roles';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import { listArticles, readForEditor } from './article/articles.ts';
import { readHouse } from './funds/funds.ts';
import { listNotices } from '../notice/store.ts';
import { stopAtOnce, stoppableContracts, stoppableMarkets } from './market/status.ts';
import { listOutbox } from './outbox.ts';
import type { DeskParts } from './parts.ts';
import { startMaintenance } from './setting/maintenance.ts';
import { readSolvency } from './solvency.ts';

export function registerDeskCalls(register: RegisterDeskCall, parts: DeskParts): void {
  registerOperatorCalls(register, parts);
  registerCustomerCalls(register, parts);
  registerQueueCalls(register, parts);
  registerAlertCalls(register, parts);
  const { pool, exchange, settings, reader, proposals, now } = parts;

  register('GET desk/audit', input => reader.list(input));
  register('GET desk/audit_export', async (input, { operator }) => {
    const exported = await reader.export(input);
    const { entries } = exported;
    await parts.viewAudit.write(operator, {
      action: 'audit.export',
      subject: 'audit:all',
      after: { ...input, entries },
    });
    return exported;
  });
  register('GET desk/audit_check', () => reader.check());

  register('GET desk/proposals', (input, { operator }) => proposals.list(operator, input));
  register('POST desk/propose', (input, { operator }) => proposals.propose(operator, input));
  register('POST desk/proposal_decide', (input, { operator }) => proposals.decide(operator, input));

  register('GET desk/markets', async () => {
    const { items } = await parts.market.quotations();
    const index = (marketId: number) => parts.indexSources.of(marketId);
    return { items: items.map(({ market, ticker }) => ({ market, ticker, index: index(market.id) })) };
  });
  register('POST desk/market_stop', (input, { operator }) =>
    stopAtOnce(parts, stoppableMarkets(exchange), operator, input),
  );
  register('POST desk/perpetual_stop', (input, { operator }) =>
    stopAtOnce(parts, stoppableContracts(exchange), operator, input),
  );

  register('GET desk/settings', () => ({
    deposit_limits: settings.get('deposit_limits'),
    withdrawal_limits: settings.get('withdrawal_limits'),
    tokens: settings.get('tokens'),
    bank: settings.get('bank'),
    products: settings.get('products'),
    maintenance: settings.get('maintenance'),
    corrections: settings.get('corrections'),
    terms: settings.get('terms'),
    support: settings.get('support'),
    alerts: settings.get('alerts'),
    custody: settings.get('custody'),
    compliance: settings.get('compliance'),
  }));
  register('GET desk/setting_history', async ({ name, limit }) => ({
    items: (await settings.history(name, limit)).map(row => ({
      version: row.version,
      value: row.value,
      changed_by: row.changed_by,
      changed_at_ms: Number(row.changed_at_ms),
    })),
  }));
  register('POST desk/maintenance_start', ({ reason }, { operator }) =>
    startMaintenance(parts, operator, reason),
  );

  register('GET desk/house', () => readHouse(exchange, parts.mode));

  register('GET desk/clock', (_input, { operator }) => parts.clock.read(operator));
  register('POST desk/clock_advance', ({ by, reason }, { operator }) =>
    parts.clock.advance(operator, by, reason),
  );

  register('GET desk/referral', input => parts.referral.read(input));
  register('GET desk/referral_report', input => parts.referral.report(input));
  register('GET desk/referral_flags', input => parts.referral.flags(input));
  register('GET desk/referral_export', async (input, { operator }) => {
    const exported = await parts.referral.export(input);
    const { rows } = exported;
    await parts.viewAudit.write(operator, {
      action: 'referral.export',
      subject: 'referral:all',
      after: { ...input, rows },
    });
    return exported;
  });
  register('POST desk/referral_stop', (input, { operator }) => parts.referral.stop(operator, input));

  register('GET desk/notices', input => listNotices(pool, input, now()));
  register('GET desk/articles', () => listArticles(pool, now()));
  register('GET desk/article', input => readForEditor(pool, input));
  register('GET desk/solvency', () => readSolvency(pool, exchange, parts.escrows, now()));
  register('GET desk/outbox', (input, { operator }) =>
    listOutbox(pool, input, {
      withBodies: parts.mode === 'demo',
      withContacts: isAllowed(operator.role, 'customer.contact'),
    }),
  );
}

function registerOperatorCalls(
  register: RegisterDeskCall,
  { operators, loginLinks, invitations, accounts }: DeskParts,
): void {
  register('POST desk/login', (input, caller) =>
    operators.login(input.name, input.password, input.code, caller),
  );
  register('POST desk/login_link_open', async (input, { browser }) => {
    await loginLinks.open('operator', input.token, browser);
    return { known: true };
  });
  register('POST desk/invitation_open', ({ token }, caller) => invitations.open(token, caller));
  register('POST desk/invitation_accept', (input, caller) => operators.accept(input, caller));
  register('POST desk/logout', async (_input, { operator }) => {
    await operators.logout(operator);
    return { ended: true };
  });
  register('GET desk/me', (_input, { operator }) => operators.me(operator.id));
  register('POST desk/totp_begin', (input, { operator }) => operators.beginTotp(operator, input.password));
  register('POST desk/totp_confirm', (input, { operator }) => operators.confirmTotp(operator, input.code));
  register('POST desk/password', async (input, { operator, browser }) => {
    const { old_password: old, password, re_password: repeated } = input;
    await operators.changePassword(operator, browser, old, password, repeated);
    return { changed: true };
  });
  register('GET desk/account_links', () => accounts.list());
  register('POST desk/account_link', (input, { operator }) => accounts.declare(operator, input));
  register('GET desk/operators', async () => ({ items: await operators.list() }));
}

function registerCustomerCalls(
  register: RegisterDeskCall,
  { directory, holdings, accountActions }: DeskParts,
): void {
  register('GET desk/customers', (input, { operator }) => directory.list(operator, input));
  register('GET desk/customer', (input, { operator }) => directory.profile(operator, input.customer_id));
  register('GET desk/customer_ledger', input => directory.ledger(input));
  register('GET desk/customer_orders', input => directory.orders(input));
  register('GET desk/customer_positions', input => holdings.positions(input));
  register('GET desk/customer_limits', input => holdings.limits(input));
  register('GET desk/customer_deposits', input => holdings.deposits(input));
  register('GET desk/customer_withdrawals', input => holdings.withdrawals(input));
  register('POST desk/customer_note', (input, { operator }) =>
    accountActions.note(operator, input.customer_id, input.text),
  );
  register('POST desk/customer_end_sessions', async (input, { operator }) => ({
    ended: await accountActions.endSessions(operator, input.customer_id, input.reason),
  }));
  register('POST desk/customer_freeze', (input, { operator }) =>
    accountActions.setFrozen(operator, input.customer_id, true, input.reason),
  );
  register('POST desk/customer_unfreeze', (input, { operator }) =>
    accountActions.setFrozen(operator, input.customer_id, false, input.reason),
  );
}

function registerQueueCalls(register: RegisterDeskCall, { queues }: DeskParts): void {
  register('GET desk/queues', (_input, { operator }) => queues.overview(operator));
  register('GET desk/queue', (input, { operator }) => queues.list(operator, input));
  register('GET desk/queue_item', (input, { operator }) => queues.open(operator, input.queue, input.id));
  register('GET desk/queue_picture', (input, { operator }) => queues.picture(operator, input));
  register('POST desk/queue_decide', (input, { operator }) => queues.decide(operator, input));
}

function registerAlertCalls(register: RegisterDeskCall, { alerts }: DeskParts): void {
  register('GET desk/alerts', input => alerts.list(input));
  register('POST desk/alert_acknowledge', (input, { operator }) => alerts.acknowledge(operator, input));
  register('GET desk/alert_choices', (_input, { operator }) => alerts.choices(operator));
  register('POST desk/alert_choose', (input, { operator }) => alerts.choose(operator, input));
}
