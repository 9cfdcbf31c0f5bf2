import type { Language } from '@tallystick/protocol';
import { AuditLog } from '../audit-log/audit-log.ts';
import type { Settings } from '../config/settings.ts';
import { Feed } from '../feed/feed.ts';
import { Rates } from '../feeds/rates.ts';
import type { PasswordCost } from '../modules/account/passwords.ts';
import type { Catalogue } from '../modules/document/catalogue.ts';
import { MarketUnitsTable } from '../modules/market/units.ts';
import { Valuation } from '../modules/market/valuation.ts';
import { TermsNotice } from '../modules/notice/terms-notice.ts';
import type { Transport } from '../modules/outbox/transports.ts';
import { PerpetualUnitsTable } from '../modules/perpetual/units.ts';
import type { PushSettings } from '../modules/push/module.ts';
import { OrderLatency } from '../modules/status/latency.ts';
import type { WakeWorker } from '../engine/remote/news.ts';
import type { Infrastructure } from './infrastructure.ts';
import { DEMO_LISTS } from '../screening/demo-lists.ts';
import { FileProvider } from '../screening/file-provider.ts';
import type { ScreeningProvider } from '../screening/provider.ts';
import type { Vault } from '../vault/vault.ts';

/** The settings that modules use. */
export interface ModuleSettings {
  readonly mode: 'demo' | 'live';
  readonly defaultLanguage: Language;
  /** Where customers open the app; null: unknown. */
  /** PUBLIC_URL without a slash at its end: links add their paths. */
  readonly publicUrl: string | null;
  /** An index older than this is stale. */
  readonly staleMs: number;
  /** A rate of a state's currency older than this is old. */
  readonly rateStaleMs: number;
  readonly rateLimits: boolean;
  /** How long documents of rejected identity applications are kept. */
  readonly rejectedDocumentDays: number;
  /** The largest picture customers may upload. */
  readonly pictureLimitBytes: number;
  /** Time between two audit points; 0: none are made. */
  readonly liabilitiesEveryMs: number;
  /** Folder with lists of names and addresses; null: those of invented people. */
  readonly screeningLists: string | null;
  /** See the setting OPERATOR_WAIT_HOURS. */
  readonly operatorWaitMs: number;
  /** Sources of prices, as text for customers. */
  readonly priceSource: string;
  readonly push: PushSettings;
}

/** What all modules depend on, in a server, a test or a benchmark. */
export interface Foundation extends ModuleSettings, Infrastructure {
  readonly version: string;
  readonly secret: Buffer;
  readonly vault: Vault;
  /** Left out: the lists of `screeningLists`. */
  readonly screening?: ScreeningProvider | undefined;
  readonly mail: Transport;
  readonly sms: Transport;
  /** In a gateway: leaves to the worker what must happen once. Absent: this process does it. */
  readonly wakeWorker?: WakeWorker | undefined;
  /** Tests use a faster hash. */
  readonly passwordCost?: PasswordCost;
  /** Left out: the lists shipped with the server. */
  readonly documents?: Catalogue;
}

export function moduleSettings(settings: Settings): ModuleSettings {
  const { FEED } = settings;
  return {
    mode: settings.MODE,
    defaultLanguage: settings.DEFAULT_LANG,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    staleMs: settings.FEED_STALE_MS,
    rateStaleMs: settings.RATE_STALE_MS,
    rateLimits: settings.RATE_LIMITS,
    rejectedDocumentDays: settings.REJECTED_DOCUMENT_DAYS,
    pictureLimitBytes: settings.PICTURE_LIMIT_MB * 1024 * 1024,
    liabilitiesEveryMs: settings.LIABILITIES_EVERY_MS,
    screeningLists: settings.SCREENING_LISTS,
    operatorWaitMs: settings.OPERATOR_WAIT_HOURS * 3_600_000,
    priceSource: FEED.kind === 'ccxt' ? FEED.exchanges.join(', ') : FEED.kind,
    push: {
      services: { hosts: settings.PUSH_SERVICES },
      subject: settings.PUSH_CONTACT,
      workers: settings.APP_WORKER,
    },
  };
}

export type Base = ReturnType<typeof composeBase>;

/** What nearly every module needs. */
export function composeBase(foundation: Foundation) {
  const { engine, clock, platformSettings: settings } = foundation;
  const { exchange, marketData } = engine;
  const { now, machineNow, certainNow } = clock;
  const latency = new OrderLatency();
  return {
    ...foundation,
    demo: foundation.mode === 'demo',
    exchange,
    marketData,
    now,
    machineNow,
    certainNow,
    latency,
    bus: latency.around(engine.bus),
    feed: new Feed({ ...foundation, now }),
    settings,
    audit: new AuditLog(now, foundation.vault),
    screening: foundation.screening ?? new FileProvider(foundation.screeningLists ?? DEMO_LISTS),
    rates: new Rates({ now, staleMs: foundation.rateStaleMs }),
    units: new MarketUnitsTable(exchange),
    perpetualUnits: new PerpetualUnitsTable(exchange),
    valuation: new Valuation(exchange, marketData),
    termsNotice: new TermsNotice(settings, now),
  };
}
