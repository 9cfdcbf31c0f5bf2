import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { ListedToken } from '../chains/assets.ts';
import type { ChainSettings } from '../chains/chain-settings.ts';
import { Chains } from '../chains/chains.ts';
import { SettingsError, type Settings } from '../config/settings.ts';
import type { FollowerEngine } from '../engine/remote/follower-engine.ts';
import { ReplicatedHistory } from '../engine/replicas/history-pool.ts';
import type { NoteAsker } from '../engine/remote/signed-notes.ts';
import { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import { IndexSources } from '../feeds/index-sources.ts';
import { AccessWatch } from '../modules/account/access-watch.ts';
import { PayoutHold } from '../payout-hold/payout-hold.ts';
import { PlatformSettings } from '../settings/platform-settings.ts';
import { PriceLog } from '../price-log/price-log.ts';
import { SignedHeads } from '../transparency-log/signed-heads.ts';
import { Signer } from '../transparency-log/signer.ts';
import { openEngine, runsUnreleased, type EngineSettingsOf, type OpenEngineOptions } from './engine.ts';
import { composePublicLog, type PublicLogSettings } from './public-log.ts';
import { replicaUrls } from './replica-urls.ts';
import { openObjects, type ObjectsOptions } from './objects.ts';

/** The settings that concern the infrastructure below the modules. */
export type InfrastructureSettings = ChainSettings &
  ObjectsOptions['settings'] &
  EngineSettingsOf &
  PublicLogSettings &
  Pick<Settings, 'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'REPLICA_URLS'> &
  Pick<Settings, 'PRICE_LOG_ORIGIN' | 'PRICE_LOG_CHECKPOINT_MS' | 'PRICE_LOG_DAYS'>;

export interface InfrastructureOptions extends OpenEngineOptions {
  readonly settings: InfrastructureSettings;
  /** Signs the price log and tree heads: see `openKeys`. */
  readonly logKeys: readonly Buffer[];
  /** Whether this process runs everything: see `openObjects`. */
  readonly alone: boolean;
  /** Where the core is another process; left out: the engine is this one's. */
  readonly beside?: {
    readonly follower: FollowerEngine;
    /** In a gateway: whether the worker, which signs and compares, is there. Null: this process is the worker. */
    readonly isWatched: (() => boolean) | null;
  };
  /** In a gateway: asks the worker for signatures. */
  readonly asker?: Pick<NoteAsker, 'ask'> | null;
  /** For tests. */
  readonly ticksAFile?: number;
}

/** The infrastructure below the modules: the exchange's engine, the chains, and the signed logs. */
export async function openInfrastructure(options: InfrastructureOptions) {
  const { settings, database, clock, registry, log, onFatal, stops } = options;
  const { pool, url: databaseUrl } = database;
  const { now } = clock;
  const mode = settings.MODE;
  const { beside, asker = null } = options;
  const engine = beside?.follower ?? (await openEngine(options));
  const isWatched = beside?.isWatched ?? null;
  const history = new ReplicatedHistory({
    primary: pool,
    replicas: replicaUrls(settings),
    connections: settings.DATABASE_CONNECTIONS,
    told: () => ({ sequence: engine.sequence(), epoch: engine.epoch() }),
    registry,
    log,
  });
  stops.add(() => history.close());
  engine.marketData.readOlderFrom(history);
  const reconciliation = new Reconciliation({
    databaseUrl,
    unreleasedCores: runsUnreleased(settings),
    log,
    registry,
    now: clock.machineNow,
    onFatal,
  });
  stops.add(() => reconciliation.stop());
  const platformSettings = await PlatformSettings.load(pool, mode, now);
  const chains = new Chains({
    settings,
    pool,
    registry,
    log,
    now,
    ledgerDecimals: id => engine.exchange.currency(id)?.decimals ?? 0,
    listedTokens: () => platformSettings.get('tokens').items.map(listedToken),
  });
  const mistaken = await chains.mistakenAddresses();
  if (mistaken.length > 0) throw new SettingsError('These settings are wrong:', mistaken);
  const { objects, sharedObjects } = await openObjects({ settings, pool, log, stops, alone: options.alone });
  const signing = {
    pool,
    registry,
    log,
    now,
    objects,
    origin: settings.PRICE_LOG_ORIGIN,
    keys: options.logKeys,
    checkpointEveryMs: settings.PRICE_LOG_CHECKPOINT_MS,
    isShownOnly: isWatched !== null,
  };
  const priceLog = await PriceLog.open({
    ...signing,
    signer: signing.isShownOnly ? Signer.elsewhere(signing.origin) : new Signer(signing.origin, signing.keys),
    ...(asker === null ? {} : { askForNote: terms => asker.ask({ ...terms, sequence: engine.sequence() }) }),
    keepDays: settings.PRICE_LOG_DAYS,
    ...(options.ticksAFile === undefined ? {} : { ticksAFile: options.ticksAFile }),
  });
  const heads = await SignedHeads.open({ ...signing, journalHead: engine.head });
  const published = composePublicLog({
    settings,
    pool,
    log,
    registry,
    now,
    exchange: engine.exchange,
    priceLog,
    heads,
  });
  const hold = new PayoutHold({
    priceLog,
    heads,
    reconciliation,
    registry,
    log,
    ...(isWatched === null ? {} : { isWatched }),
  });
  const watch = new AccessWatch({ registry, log });
  stops.add(() => watch.close());
  const indexSources = new IndexSources({ registry, log });
  return {
    pool,
    history,
    databaseUrl,
    clock,
    registry,
    log,
    engine,
    reconciliation,
    platformSettings,
    chains,
    priceLog,
    heads,
    ...published,
    hold,
    watch,
    indexSources,
    objects,
    sharedObjects,
    /** Under which name the logs are signed. */
    logOrigin: settings.PRICE_LOG_ORIGIN,
    unreleasedCores: runsUnreleased(settings),
    onFatal,
  };
}

function listedToken(item: PlatformSettingValue<'tokens'>['items'][number]): ListedToken {
  const { currency_id: currencyId, network, contract, chain_decimals: chainDecimals } = item;
  return { currencyId, network, contract, chainDecimals };
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;
