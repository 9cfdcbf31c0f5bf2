import type { Language } from '@tallystick/protocol';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { Feed } from '../../feed/feed.ts';
import type { IndexSources } from '../../feeds/index-sources.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import type { LoginGuard } from '../account/login-guard.ts';
import type { Passwords } from '../account/passwords.ts';
import type { Sessions } from '../account/sessions.ts';
import type { marketRoutes } from '../market/routes.ts';
import type { Valuation } from '../market/valuation.ts';
import type { Freezes } from '../security/freezes.ts';
import type { LoginLinks } from '../security/login-links.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { spotRoutes } from '../spot/routes.ts';
import type { Escrow } from '../wallet/holdings.ts';
import type { walletRoutes } from '../wallet/routes.ts';
import { DeskAlerts } from './alert/alerts.ts';
import { createSources, type ReadingsOptions } from './alert/readings.ts';
import { AlertWatch, type AlertWatchOptions } from './alert/watch.ts';
import { AuditLog } from '../../audit-log/audit-log.ts';
import { AuditReader } from './audit/audit-reader.ts';
import { AccountActions } from './customer/account-actions.ts';
import { Directory } from './customer/directory.ts';
import { Holdings, type HoldingsOptions } from './customer/holdings.ts';
import { DeskClock } from './clock/clock.ts';
import { createDeskBus } from '../../approval/desk-bus.ts';
import { stoppableContracts, stoppableMarkets } from './market/status.ts';
import { OperatorAccounts } from './operator/accounts.ts';
import { Invitations } from './operator/invitations.ts';
import { OperatorSessions } from './operator/operator-sessions.ts';
import { Operators } from './operator/operators.ts';
import type { HelpLibrary } from '../help/library.ts';
import { articleKind } from './proposal/kinds/article.ts';
import { clockKind } from './proposal/kinds/clock.ts';
import { houseFundsKind } from './proposal/kinds/house-funds.ts';
import { marketKind } from './proposal/kinds/market.ts';
import { noticeKind } from './proposal/kinds/notice.ts';
import { operatorKind } from './proposal/kinds/operator.ts';
import { settingKind } from './proposal/kinds/setting.ts';
import { statusKind } from './proposal/kinds/status.ts';
import type { TermsNotice } from '../notice/terms-notice.ts';
import { Proposals, type ProposalKinds } from './proposal/proposals.ts';
import { ViewAudit } from '../../queue/view-audit.ts';
import { DeskReferral } from './referral/referral.ts';
import { Queues } from './queue/queues.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';

export interface DeskOptions
  extends Omit<HoldingsOptions, 'directory' | 'perpetual'>, Omit<ReadingsOptions, 'queues'> {
  readonly mode: 'demo' | 'live';
  /** Only the desk's own commands pass: see desk-bus.ts. */
  readonly bus: CommandBus;
  readonly settings: PlatformSettings;
  readonly market: Pick<ReturnType<typeof marketRoutes>, 'quotations'>;
  readonly spot: Pick<ReturnType<typeof spotRoutes>, 'list'>;
  readonly perpetual: { readonly shown: HoldingsOptions['perpetual'] };
  readonly termsNotice: TermsNotice;
  readonly wallet: Pick<ReturnType<typeof walletRoutes>, 'list' | 'ledger'>;
  /** Proposal kinds of other modules; the desk does not get their services. */
  readonly kinds: Omit<ProposalKinds, OwnKind>;
  /** Of all products; they are listed in this order. */
  readonly escrows: readonly Escrow[];
  /** After a setting was changed. */
  readonly settingsChanged: () => Promise<void>;
  readonly sessions: Sessions;
  readonly freezes: Freezes;
  readonly guard: LoginGuard;
  readonly devices: KnownDevices;
  readonly loginLinks: LoginLinks;
  readonly watch: AccessWatch;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly indexSources: Pick<IndexSources, 'of'>;
  readonly clock: Clock;
  readonly feed: Pick<Feed, 'wake'>;
  readonly outbox: Outbox;
  /** Pushes to operators. */
  readonly pushes: Pick<Outbox, 'wake'>;
  readonly valuation: Valuation;
  readonly library: HelpLibrary;
  readonly log: AlertWatchOptions['log'];
  readonly publicUrl: string | null;
  readonly defaultLanguage: Language;
  /** Wait until a new operator, or one whose account colleagues have changed, counts as a second person. */
  readonly operatorWaitMs: number;
}

/** The desk's own proposal kinds. */
type OwnKind =
  | 'market'
  | 'market_status'
  | 'perpetual_status'
  | 'setting'
  | 'article'
  | 'notice'
  | 'house_funds'
  | 'clock'
  | 'operator';

export type DeskParts = ReturnType<typeof createDeskParts>;

/** Wires the operators' desk to what it may read and the few things it may change. */
export function createDeskParts(options: DeskOptions) {
  const {
    mode,
    pool,
    exchange,
    settings,
    market,
    wallet,
    spot,
    sessions,
    guard,
    devices,
    passwords,
    vault,
    clock,
    termsNotice,
  } = options;
  const { now, machineNow } = clock;
  const bus = createDeskBus(options.bus);
  const audit = new AuditLog(now, vault);
  const operatorSessions = new OperatorSessions(pool, mode, machineNow);
  const invitations = new Invitations({
    pool,
    outbox: options.outbox,
    audit,
    vault,
    publicUrl: options.publicUrl,
    language: options.defaultLanguage,
    now: machineNow,
  });
  const operators = new Operators({
    pool,
    sessions: operatorSessions,
    guard,
    devices,
    watch: options.watch,
    passwords,
    vault,
    audit,
    invitations,
    mode,
    now: machineNow,
    exchangeNow: now,
  });
  const proposals = new Proposals({
    pool,
    bus,
    audit,
    now,
    certainNow: clock.certainNow,
    kinds: {
      market: marketKind(exchange, termsNotice),
      market_status: statusKind(stoppableMarkets(exchange)),
      perpetual_status: statusKind(stoppableContracts(exchange)),
      setting: settingKind({
        settings,
        exchange,
        now,
        notice: termsNotice,
        changed: options.settingsChanged,
      }),
      article: articleKind(options.library, now),
      notice: noticeKind(now, exchange),
      house_funds: houseFundsKind(exchange, pool, mode),
      clock: clockKind(clock),
      ...options.kinds,
      operator: operatorKind({
        sessions: operatorSessions,
        devices,
        invitations,
        waitMs: options.operatorWaitMs,
        now,
      }),
    },
  });
  const directory = new Directory({ pool, exchange, wallet, spot });
  const viewAudit = new ViewAudit({ pool, audit, now });
  const queues = new Queues(viewAudit, audit);
  const alerts = new AlertWatch({
    pool,
    feed: options.feed,
    sources: createSources({ ...options, queues: () => queues.all() }),
    limits: () => settings.get('alerts'),
    now,
    log: options.log,
  });
  const deskClock = new DeskClock({ mode, clock, audit });
  return {
    authenticator: operatorSessions,
    /** Sends alerts to operators. */
    watch: alerts,
    mode,
    pool,
    exchange,
    settings,
    audit,
    operators,
    invitations,
    loginLinks: options.loginLinks,
    proposals,
    directory,
    holdings: new Holdings({ ...options, directory, perpetual: options.perpetual.shown }),
    escrows: options.escrows,
    queues,
    viewAudit,
    now,
    clock: deskClock,
    accounts: new OperatorAccounts({ pool, audit, now }),
    reader: new AuditReader(pool, vault),
    bus,
    market,
    indexSources: options.indexSources,
    referral: new DeskReferral({ pool, bus, exchange, directory, valuation: options.valuation, audit, now }),
    alerts: new DeskAlerts({ pool, audit, watch: alerts, now }),
    accountActions: new AccountActions({ pool, freezes: options.freezes, sessions, directory, audit, now }),
  };
}
