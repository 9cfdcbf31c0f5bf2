import type { Language } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Chains } from './chains/chains.ts';
import type { Clock } from './clock.ts';
import type { Engine } from './engine/engine.ts';
import { Feed } from './feed/feed.ts';
import type { IndexSources } from './feeds/index-sources.ts';
import type { Reconciliation } from './engine/reconciliation/reconciliation.ts';
import type { Gate, RegisterCall } from './http/call-router.ts';
import { Codes } from './modules/account/codes.ts';
import type { AccessWatch } from './modules/account/access-watch.ts';
import { Allowances } from './modules/account/allowances.ts';
import { KnownDevices } from './modules/account/known-devices.ts';
import { Login } from './modules/account/login.ts';
import { LoginGuard } from './modules/account/login-guard.ts';
import { createPasswords, type PasswordCost } from './modules/account/passwords.ts';
import { registerAccountCalls } from './modules/account/routes.ts';
import { AccountService } from './modules/account/service.ts';
import { Sessions } from './modules/account/sessions.ts';
import { registerAgreementCalls } from './modules/agreement/routes.ts';
import { AgreementService } from './modules/agreement/service.ts';
import { registerAppCalls } from './modules/app/routes.ts';
import { createChat, type Chat } from './modules/chat/chat.ts';
import { registerChatCalls } from './modules/chat/routes.ts';
import { DustService } from './modules/convert/dust.ts';
import { registerConvertCalls } from './modules/convert/routes.ts';
import { ConvertService } from './modules/convert/service.ts';
import { SignedQuotes } from './modules/convert/signed-quote.ts';
import { createCorrections } from './modules/correction/corrections.ts';
import { FirstAnswers } from './modules/first-answers.ts';
import { CustomerNews } from './modules/customer-news.ts';
import { loadCatalogue, type Catalogue } from './modules/document/catalogue.ts';
import { registerDocumentCalls } from './modules/document/routes.ts';
import { Documents } from './modules/document/service.ts';
import { AuditLog } from './modules/desk/audit/audit-log.ts';
import { createDesk, type Desk } from './modules/desk/desk.ts';
import { createGate } from './modules/desk/setting/gate.ts';
import { PlatformSettings } from './modules/desk/setting/platform-settings.ts';
import { HelpLibrary } from './modules/help/library.ts';
import { registerHelpCalls } from './modules/help/routes.ts';
import { HelpService } from './modules/help/service.ts';
import { DocumentRetention } from './modules/identity/retention.ts';
import { IdentityQueue } from './modules/identity/queue.ts';
import { IdentityReview } from './modules/identity/review.ts';
import { registerIdentityCalls } from './modules/identity/routes.ts';
import { IdentityService } from './modules/identity/service.ts';
import { registerLaunchCalls } from './modules/launch/routes.ts';
import { tellOfLaunches } from './modules/launch/news.ts';
import { LaunchService } from './modules/launch/service.ts';
import { registerMarketCalls } from './modules/market/routes.ts';
import { MarketService } from './modules/market/service.ts';
import { MarketUnitsTable } from './modules/market/units.ts';
import { Valuation } from './modules/market/valuation.ts';
import { createMoney, type Money } from './modules/money.ts';
import { registerNoticeCalls } from './modules/notice/routes.ts';
import { NoticeService } from './modules/notice/service.ts';
import { createOption, type OptionModule } from './modules/option/option.ts';
import { Outbox } from './modules/outbox/outbox.ts';
import type { Transport } from './modules/outbox/transports.ts';
import { createPush, type Push, type PushSettings } from './modules/push/push.ts';
import { createPerpetual, type Perpetual } from './modules/perpetual/perpetual.ts';
import { registerPerpetualCalls } from './modules/perpetual/routes.ts';
import { registerPictureCalls } from './modules/pictures/routes.ts';
import { Figures } from './modules/price-alert/figures.ts';
import { registerPriceAlertCalls } from './modules/price-alert/routes.ts';
import { PriceAlertService } from './modules/price-alert/service.ts';
import { AlertWatch } from './modules/price-alert/watch.ts';
import type { PriceLog } from './modules/price-log/price-log.ts';
import { registerPriceLogCalls, registerProofCalls } from './modules/price-log/routes.ts';
import { Pictures } from './modules/pictures/service.ts';
import { createRecovery, type RecoveryModule } from './modules/recovery/recovery.ts';
import { registerRecoveryCalls } from './modules/recovery/routes.ts';
import { ErrorLog } from './modules/error-log/error-log.ts';
import { tellOfRebates } from './modules/referral/news.ts';
import { registerReferralCalls } from './modules/referral/routes.ts';
import { ReferralService } from './modules/referral/service.ts';
import { registerSecurityCalls } from './modules/security/routes.ts';
import { createSecurity, type Security } from './modules/security/security.ts';
import { Teller } from './modules/security/teller.ts';
import { registerSpotCalls } from './modules/spot/routes.ts';
import { SpotService } from './modules/spot/service.ts';
import { TellChoices } from './modules/tell/choices.ts';
import { registerTellCalls } from './modules/tell/routes.ts';
import { subscribeTellers } from './modules/tell/subscribers.ts';
import { Tell } from './modules/tell/tell.ts';
import { registerSignedLogCalls } from './modules/transparency-log/routes.ts';
import type { SignedHeads } from './modules/transparency-log/signed-heads.ts';
import { registerStatementCalls } from './modules/statement/routes.ts';
import { StatementService } from './modules/statement/service.ts';
import { OrderLatency } from './modules/status/latency.ts';
import { registerStatusCalls } from './modules/status/routes.ts';
import { Status } from './modules/status/service.ts';
import { TicketQueue } from './modules/ticket/queue.ts';
import { registerTicketCalls } from './modules/ticket/routes.ts';
import { Tickets } from './modules/ticket/service.ts';
import { createTrust, type TrustModule } from './modules/trust/trust.ts';
import { Faucet } from './modules/wallet/faucet.ts';
import { registerWalletCalls } from './modules/wallet/routes.ts';
import { WalletService } from './modules/wallet/service.ts';
import type { PayoutHold } from './modules/withdrawal/payout-hold.ts';
import type { Vault } from './vault/vault.ts';

export interface ServicesOptions {
  readonly mode: 'demo' | 'live';
  readonly defaultLanguage: Language;
  readonly version: string;
  /** Where prices come from, as customers may read it. */
  readonly feed: string;
  readonly pool: pg.Pool;
  readonly engine: Pick<Engine, 'bus' | 'exchange' | 'marketData' | 'onCommitted'>;
  readonly registry: Registry;
  readonly secret: Buffer;
  readonly vault: Vault;
  readonly chains: Chains;
  readonly priceLog: PriceLog;
  /** What each index is made of at the moment. */
  readonly indexSources: Pick<IndexSources, 'of'>;
  readonly heads: SignedHeads;
  readonly reconciliation: Pick<Reconciliation, 'status'>;
  readonly hold: PayoutHold;
  readonly staleMs: number;
  readonly mail: Transport;
  readonly sms: Transport;
  readonly push: PushSettings;
  readonly rateLimits: boolean;
  readonly watch: AccessWatch;
  /** Where customers open the app; null: unknown. */
  readonly publicUrl: string | null;
  /** The largest picture customers may upload. */
  readonly pictureLimitBytes: number;
  /** How long documents of rejected identity applications are kept. */
  readonly rejectedDocumentDays: number;
  /** See the setting OPERATOR_WAIT_HOURS. */
  readonly operatorWaitMs: number;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly passwordCost?: PasswordCost;
  /** Left out: those that are shipped. */
  readonly documents?: Catalogue;
}

export interface Services {
  readonly account: AccountService;
  readonly firstAnswers: FirstAnswers;
  readonly security: Security;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly guard: LoginGuard;
  readonly outbox: Outbox;
  /** Tells customers of what was decided about their money and identity. */
  readonly news: CustomerNews;
  readonly push: Push;
  /** Of prices. */
  readonly alertWatch: AlertWatch;
  /** What has happened, for whoever is to be told. */
  readonly feed: Feed;
  readonly market: MarketService;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  readonly spot: SpotService;
  readonly wallet: WalletService;
  readonly statement: StatementService;
  readonly faucet: Faucet;
  readonly notices: NoticeService;
  readonly pictures: Pictures;
  readonly identity: IdentityService;
  readonly identityReview: IdentityReview;
  readonly identityQueue: IdentityQueue;
  readonly documentRetention: DocumentRetention;
  readonly help: HelpService;
  readonly tickets: Tickets;
  readonly ticketQueues: readonly TicketQueue[];
  readonly chat: Chat;
  readonly agreement: AgreementService;
  /** Getting back in without the second factor. */
  readonly recovery: RecoveryModule;
  /** How everything is doing, for everybody. */
  readonly status: Status;
  /** What failed on our side, by the id it was told with. */
  readonly errors: ErrorLog;
  readonly perpetual: Perpetual;
  readonly option: OptionModule;
  readonly trust: TrustModule;
  /** Money that comes in and goes out. */
  readonly money: Money;
  /** What operators have set. */
  readonly settings: PlatformSettings;
  /** What is closed to customers at the moment. */
  readonly gate: Gate;
  readonly desk: Desk;
  readonly registerCalls: (register: RegisterCall) => void;
}

/** All modules, wired to one another. Nothing runs until it is called. */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { pool, engine, log, mode, staleMs } = options;
  const { exchange, marketData } = engine;
  const latency = new OrderLatency();
  const bus = latency.around(engine.bus);
  const { now, machineNow } = options.clock;
  const demo = mode === 'demo';

  const feed = new Feed({ pool, engine, registry: options.registry, now, log });
  const settings = await PlatformSettings.load(pool, mode, now);
  const devices = new KnownDevices({
    pool,
    secret: options.secret,
    now: machineNow,
    secure: options.publicUrl?.startsWith('https://') ?? false,
  });
  const sessions = new Sessions({ pool, devices, now: machineNow });
  const allowances = new Allowances({ pool, now: machineNow });
  const guard = new LoginGuard(allowances);
  const { watch } = options;
  const outbox = new Outbox({
    pool,
    transports: { mail: options.mail, sms: options.sms },
    now,
    log,
    keepBodies: demo,
  });
  const codes = new Codes({ pool, secret: options.secret, now: machineNow, limited: options.rateLimits });
  const passwords = await createPasswords(options.passwordCost);
  const security = createSecurity({
    pool,
    bus,
    vault: options.vault,
    passwords,
    codes,
    guard,
    allowances,
    devices,
    watch,
    sessions,
    outbox,
    now,
    machineNow,
    publicUrl: options.publicUrl,
    showCodes: demo,
    holdHours: () => settings.get('withdrawal_limits').security_hold_hours,
  });
  const login = new Login({
    pool,
    bus,
    sessions,
    devices,
    guard,
    passwords,
    gate: security.gate,
    watch,
  });
  const documents = new Documents({ pool, catalogue: options.documents ?? (await loadCatalogue()), now });
  const account = new AccountService({
    pool,
    bus,
    sessions,
    codes,
    devices,
    passwords,
    outbox,
    login,
    holds: security.holds,
    documents,
    now,
    log,
    showCodes: demo,
  });

  const units = new MarketUnitsTable(exchange);
  const valuation = new Valuation(exchange, marketData);
  const market = new MarketService({
    exchange,
    marketData,
    units,
    valuation,
    clock: options.clock,
    staleMs,
  });
  const spot = new SpotService({ pool, bus, units });
  const quotes = new SignedQuotes(options.secret);
  const convert = new ConvertService({ pool, bus, exchange, units, quotes, documents, now });
  const dust = new DustService({ bus, exchange, quotes, now });
  const wallet = new WalletService({ pool, bus, exchange, units, valuation });
  const statement = new StatementService({ pool, exchange, units, now });
  const referral = new ReferralService({
    mode,
    pool,
    exchange,
    units,
    valuation,
    publicUrl: options.publicUrl,
    now,
  });
  const faucet = new Faucet({ pool, bus, exchange, now, enabled: demo });
  const notices = new NoticeService(pool, now);
  const firstAnswers = new FirstAnswers({ pool, vault: options.vault, now });
  const launch = new LaunchService({
    pool,
    bus,
    exchange,
    marketData,
    units,
    now,
    staleMs,
    open: () => settings.get('products').launch,
  });
  const teller = new Teller({ outbox });
  const push = await createPush({ ...options.push, pool, vault: options.vault, sessions, now, log });
  const choices = new TellChoices(pool);
  const tell = new Tell({ choices, teller, pushes: push.outbox, now });
  tellOfLaunches({ feed, exchange, tell });
  tellOfRebates({ feed, units, tell });
  const trust = createTrust({ pool, bus, exchange, units, settings, feed, tell, now });
  const news = new CustomerNews({ tell, now });
  const perpetual = createPerpetual({
    pool,
    bus,
    exchange,
    marketData,
    feed,
    tell,
    choices,
    now,
    clock: options.clock,
    log,
  });
  const pictures = new Pictures({ pool, vault: options.vault, now });
  const errors = new ErrorLog({ pool, now, log });
  const recovery = createRecovery({ ...options, security, allowances, pictures, sessions, outbox });
  const identity = new IdentityService({ pool, vault: options.vault, pictures, now });
  const agreement = new AgreementService({ pool, pictures, now });
  const identityReview = new IdentityReview({
    pool,
    vault: options.vault,
    pictures,
    now,
    news,
  });
  const identityQueue = new IdentityQueue({ pool, review: identityReview, pictures });
  const option = createOption({
    pool,
    bus,
    exchange,
    units,
    settings,
    identity,
    priceLog: options.priceLog,
    feed,
    tell,
    now,
  });
  const figures = new Figures(marketData, units);
  const alertWatch = new AlertWatch({ pool, figures, feed, now, log });
  engine.onCommitted(batch => alertWatch.committed(batch));
  feed.listen({
    name: 'price-alerts',
    kinds: ['priceAlertChanged'],
    deliver: events => alertWatch.changed(events.map(({ body }) => body.alertId)),
  });
  const priceAlerts = new PriceAlertService({ pool, exchange, units, figures, watch: alertWatch, feed, now });
  subscribeTellers({ feed, tell, units: { spot: units, perpetual: perpetual.units }, now });
  const corrections = createCorrections({
    pool,
    bus,
    exchange,
    units,
    settings,
    news,
    now,
    certainNow: options.clock.certainNow,
    log,
  });
  const money = createMoney({
    corrections,
    pool,
    bus,
    exchange,
    vault: options.vault,
    identity,
    security,
    units,
    settings,
    pictures,
    chains: options.chains,
    hold: options.hold,
    news,
    now,
    certainNow: options.clock.certainNow,
    log,
  });
  const status = new Status({
    ...options,
    exchange,
    settings,
    feed,
    latency,
    audit: new AuditLog(now),
  });
  const library = new HelpLibrary(pool);
  const help = new HelpService({ pool, library, vault: options.vault, allowances, now });
  const tickets = new Tickets({ pool, pictures, vault: options.vault, allowances, now });
  const queueOptions = {
    pool,
    pictures,
    vault: options.vault,
    news,
    outbox,
    now,
  };
  const ticketQueues = [new TicketQueue('ticket', queueOptions), new TicketQueue('feedback', queueOptions)];
  const chat = createChat({ pool, vault: options.vault, allowances, settings, feed, now });
  const desk = createDesk({
    feed,
    library,
    push,
    pictureLimitBytes: options.pictureLimitBytes,
    chat,
    mode,
    pool,
    bus,
    exchange,
    settings,
    market,
    wallet,
    perpetual,
    spot,
    option: option.option,
    practice: option.offers,
    limits: option.limits,
    valuation,
    units,
    marketData,
    log,
    holds: security.holds,
    trust: trust.service,
    launch,
    corrections,
    deposits: money.deposits,
    withdrawals: money.withdrawals,
    sessions,
    freezes: security.freezes,
    guard,
    devices,
    loginLinks: security.loginLinks,
    watch,
    passwords,
    vault: options.vault,
    priceLog: options.priceLog,
    indexSources: options.indexSources,
    heads: options.heads,
    reconciliation: options.reconciliation,
    hold: options.hold,
    clock: options.clock,
    outbox,
    errors,
    status,
    publicUrl: options.publicUrl,
    defaultLanguage: options.defaultLanguage,
    operatorWaitMs: options.operatorWaitMs,
  });

  return {
    account,
    firstAnswers,
    security,
    sessions,
    devices,
    guard,
    outbox,
    news,
    push,
    alertWatch,
    feed,
    market,
    units,
    valuation,
    spot,
    wallet,
    statement,
    faucet,
    notices,
    settings,
    gate: createGate(settings, () => options.priceLog.publisher.fault !== null),
    desk,
    pictures,
    identity,
    identityReview,
    identityQueue,
    help,
    tickets,
    ticketQueues,
    documentRetention: new DocumentRetention({
      pool,
      audit: new AuditLog(now),
      keptDays: options.rejectedDocumentDays,
      now,
    }),
    chat,
    agreement,
    recovery,
    errors,
    status,
    option,
    perpetual,
    trust,
    money,
    registerCalls(plainly) {
      const register = documents.around(firstAnswers.around(plainly));
      registerAppCalls(register, options, account, options.clock);
      registerStatusCalls(register, status);
      registerAccountCalls(register, account, login, sessions);
      registerSecurityCalls(register, security, account, login, pool);
      registerMarketCalls(register, market, wallet);
      registerSpotCalls(register, spot);
      registerConvertCalls(register, convert, dust);
      registerPerpetualCalls(register, perpetual);
      registerLaunchCalls(register, launch);
      registerWalletCalls(register, wallet, faucet);
      registerStatementCalls(register, statement);
      registerReferralCalls(register, referral);
      registerNoticeCalls(register, notices);
      registerChatCalls(register, chat, options.pictureLimitBytes);
      registerTellCalls(register, choices);
      push.registerCalls(register);
      registerPriceAlertCalls(register, priceAlerts, allowances);
      registerPictureCalls(register, pictures, options.pictureLimitBytes);
      registerRecoveryCalls(register, recovery.service, options.pictureLimitBytes);
      registerHelpCalls(register, help);
      registerTicketCalls(register, tickets, options.pictureLimitBytes);
      registerIdentityCalls(register, identity);
      registerAgreementCalls(register, agreement);
      registerDocumentCalls(register, documents);
      option.registerCalls(register);
      trust.registerCalls(register);
      registerSignedLogCalls(register, options.heads);
      registerPriceLogCalls(register, options.priceLog.reader);
      registerProofCalls(register, options.priceLog.reader, option.option);
      money.registerCalls(register);
    },
  };
}
