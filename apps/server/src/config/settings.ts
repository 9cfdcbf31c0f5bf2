import { DEFINITIONS, type SettingName, type Settings } from './definitions.ts';

export type { Settings } from './definitions.ts';

/** Lists all problems of the environment at once, one line per variable. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(heading: string, problems: readonly string[]) {
    super(
      `${heading}\n${problems.map(problem => `  ${problem}`).join('\n')}\nAll settings: docs/settings.md`,
    );
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Number of price sources in live mode: a wrong one must be outvoted. */
export const LIVE_SOURCES = 3;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all settings. An empty variable counts as unset.
 *
 * @throws SettingsError naming each variable that is wrong, or everything that live mode lacks.
 */
export function readSettings(environment: Environment = process.env): Settings {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(DEFINITIONS)) {
    // ROLE comes before all secrets. What is not used is not read: see `needlessSecrets`.
    const isLeftOut = !isUsed((settings as Partial<Settings>).ROLE, name);
    const given = isLeftOut ? null : environment[name]?.trim() || null;
    const written = given ?? definition.fallback;
    if (written === null) {
      settings[name] = null;
      continue;
    }
    const result = definition.kind.safeParse(written);
    if (result.success) settings[name] = result.data;
    else
      problems.push(
        describe(name as SettingName, written, result.error.issues[0]?.message ?? 'is not valid'),
      );
  }
  const { DEPOSIT_RPC_TRON: nodes, DEPOSIT_KEY_TRON: keys } = settings as Partial<Settings>;
  if (nodes !== undefined && (keys?.length ?? 0) > (nodes?.length ?? 0)) {
    problems.push('DEPOSIT_KEY_TRON has more keys than DEPOSIT_RPC_TRON has nodes');
  }
  const { DEPOSIT_RPC_ETH, DEPOSIT_RPC_BSC, DEPOSIT_CHAIN_ETH, DEPOSIT_CHAIN_BSC } =
    settings as Partial<Settings>;
  // One chain read as both would credit each coin twice, as two currencies.
  if (DEPOSIT_RPC_ETH && DEPOSIT_RPC_BSC && DEPOSIT_CHAIN_ETH === DEPOSIT_CHAIN_BSC) {
    problems.push('DEPOSIT_CHAIN_BSC must be another chain than DEPOSIT_CHAIN_ETH');
  }
  problems.push(...coldAndHot(settings as Partial<Settings>));
  const { OBJECT_STORE_URL, OBJECT_STORE_KEY_ID, OBJECT_STORE_SECRET } = settings as Partial<Settings>;
  if (OBJECT_STORE_URL && (OBJECT_STORE_KEY_ID === null || OBJECT_STORE_SECRET === null)) {
    problems.push('OBJECT_STORE_URL needs OBJECT_STORE_KEY_ID and OBJECT_STORE_SECRET');
  }
  const { DATABASE_URL, REPLICA_URLS } = settings as Partial<Settings>;
  if (REPLICA_URLS && DATABASE_URL === null) {
    problems.push('REPLICA_URLS needs DATABASE_URL, whose replicas they are');
  }
  problems.push(...besideOthers(settings as Partial<Settings>));
  if (problems.length > 0) throw new SettingsError('These settings are wrong:', problems);
  const checked = settings as Settings;
  if (checked.MODE === 'live') refuseUnlessReady(checked, environment);
  return checked;
}

type Beside = Exclude<Settings['ROLE'], 'all'>;

/** What every process beside others must be given. */
const SHARED = ['DATABASE_URL', 'NATS_URL', 'BUS_KEY'] as const;
const OBJECTS = ['OBJECT_STORE_URL', 'OBJECT_STORE_KEY_ID', 'OBJECT_STORE_SECRET'] as const;
/** Addresses with passwords of nodes, and what addresses are derived from. */
const CHAINS = [
  'DEPOSIT_XPUB_BTC',
  'DEPOSIT_XPUB_ETH',
  'DEPOSIT_XPUB_TRON',
  'DEPOSIT_XPUB_DOGE',
  'DEPOSIT_RPC_BTC',
  'DEPOSIT_RPC_ETH',
  'DEPOSIT_RPC_BSC',
  'DEPOSIT_RPC_TRON',
  'DEPOSIT_RPC_XRP',
  'DEPOSIT_KEY_TRON',
] as const;
/** Not held by every role: whoever breaks into another process does not find them there. */
const SECRETS = [
  ...OBJECTS,
  ...CHAINS,
  'SECRET_KEY',
  'DATA_KEY',
  'PRICE_LOG_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
] as const satisfies readonly SettingName[];

/** Of `SECRETS`, what each role uses. Deployments give it no others. */
export const SECRETS_OF: Readonly<Record<Beside, readonly SettingName[]>> = {
  // They know commands, and what everybody may see.
  core: [],
  feed: [],
  // Codes, documents, pictures, addresses, and at the desk payouts. It signs no log and sends no message: the worker does.
  gateway: [...OBJECTS, ...CHAINS, 'SECRET_KEY', 'DATA_KEY'],
  worker: SECRETS,
};

function isUsed(role: Settings['ROLE'] | undefined, name: string): boolean {
  if (role === undefined || role === 'all') return true;
  return !SECRETS.some(one => one === name) || SECRETS_OF[role].some(one => one === name);
}

/** Secrets that are given to a process whose role uses none of them: `readSettings` leaves them out. */
export function needlessSecrets(role: Settings['ROLE'], environment: Environment = process.env): string[] {
  return SECRETS.filter(name => !isUsed(role, name) && Boolean(environment[name]?.trim()));
}

/** What processes of one exchange must share, each as far as its role uses it: none of several makes it for itself. */
function besideOthers(settings: Partial<Settings>): string[] {
  const { ROLE, NATS_URL, NATS_CA, NATS_CERT, NATS_KEY } = settings;
  if (ROLE === undefined || ROLE === 'all') return [];
  const keys = (['OBJECT_STORE_URL', 'SECRET_KEY', 'DATA_KEY', 'PRICE_LOG_KEY'] as const).filter(name =>
    isUsed(ROLE, name),
  );
  const missing = [...SHARED, ...keys].filter(name => settings[name] === null);
  const problems = missing.map(
    name => `${name} must be given: ROLE=${ROLE} is one process of several, which have it alike`,
  );
  const isSecure = NATS_URL?.map(url => url.startsWith('tls:')) ?? [];
  if (new Set(isSecure).size > 1) problems.push('NATS_URL mixes tls:// and nats://');
  if (isSecure.includes(true) && NATS_CA === null) problems.push('NATS_URL with tls:// needs NATS_CA');
  if ((NATS_CERT === null) !== (NATS_KEY === null)) problems.push('NATS_CERT and NATS_KEY belong together');
  return problems;
}

/** What goes to the cold address would leave and arrive at the same one, and count twice. */
function coldAndHot(settings: Partial<Settings>): string[] {
  const pairs = [
    ['CUSTODY_COLD_ETH', 'CUSTODY_HOT_ETH'],
    ['CUSTODY_COLD_BSC', 'CUSTODY_HOT_BSC'],
    ['CUSTODY_COLD_BTC', 'CUSTODY_HOT_BTC'],
    ['CUSTODY_COLD_XRP', 'DEPOSIT_ADDRESS_XRP'],
  ] as const;
  return pairs.flatMap(([cold, hot]) => {
    const address = settings[hot] ?? null;
    return address !== null && settings[cold]?.includes(address) === true
      ? [`${cold} must not name the address of ${hot}`]
      : [];
  });
}

function describe(name: SettingName, written: string, message: string): string {
  const definition = DEFINITIONS[name];
  return 'secret' in definition ? `${name} ${message}` : `${name} ${message} (it is "${written}")`;
}

/** Live mode handles real money: it starts only if nothing is missing. */
function refuseUnlessReady(settings: Settings, environment: Environment): void {
  const missing: string[] = [];
  const need = (present: boolean, sentence: string) => {
    if (!present) missing.push(sentence);
  };
  need(settings.DATABASE_URL !== null, 'DATABASE_URL: a PostgreSQL of your own, backed up');
  need(
    settings.FEED.kind === 'ccxt' && new Set(settings.FEED.exchanges).size >= LIVE_SOURCES,
    `FEED: real prices of at least ${LIVE_SOURCES} exchanges (ccxt:<exchange,exchange,exchange>)`,
  );
  const uses = (name: SettingName): boolean => isUsed(settings.ROLE, name);
  need(settings.SMTP_URL !== null || !uses('SMTP_URL'), 'SMTP_URL: a mail server');
  need(Boolean(environment['MAIL_FROM']?.trim()), 'MAIL_FROM: the sender of mails');
  need(settings.SMS_URL !== null || !uses('SMS_URL'), 'SMS_URL: an SMS provider');
  need(settings.SMS_TOKEN !== null || !uses('SMS_TOKEN'), 'SMS_TOKEN: the key to the SMS provider');
  need(
    settings.DEPOSIT_XPUB_BTC !== null || !uses('DEPOSIT_XPUB_BTC'),
    'DEPOSIT_XPUB_BTC: an extended public key',
  );
  need(
    settings.DEPOSIT_XPUB_ETH !== null || !uses('DEPOSIT_XPUB_ETH'),
    'DEPOSIT_XPUB_ETH: an extended public key',
  );
  need(
    settings.DEPOSIT_XPUB_TRON !== null || !uses('DEPOSIT_XPUB_TRON'),
    'DEPOSIT_XPUB_TRON: an extended public key',
  );
  need(settings.DEPOSIT_NETWORK_BTC === 'main', 'DEPOSIT_NETWORK_BTC: main');
  need(
    settings.ROLE === 'all' || (settings.NATS_URL?.every(url => url.startsWith('tls:')) ?? false),
    'NATS_URL: servers with tls://',
  );
  const screens = settings.ROLE !== 'core' && settings.ROLE !== 'feed';
  need(
    settings.SCREENING_LISTS !== null || !screens,
    'SCREENING_LISTS: a folder with lists to compare customers with',
  );
  need(settings.RATE_LIMITS, 'RATE_LIMITS: on');
  need(settings.SECRET_KEY !== null || !uses('SECRET_KEY'), 'SECRET_KEY: 32 random bytes');
  need(settings.DATA_KEY !== null || !uses('DATA_KEY'), 'DATA_KEY: 32 random bytes');
  need(settings.PRICE_LOG_KEY !== null || !uses('PRICE_LOG_KEY'), 'PRICE_LOG_KEY: 32 random bytes');
  need(
    Boolean(environment['PRICE_LOG_ORIGIN']?.trim()),
    'PRICE_LOG_ORIGIN: a name of your own for the price log',
  );
  need(
    settings.PUBLIC_URL?.startsWith('https://') ?? false,
    'PUBLIC_URL: the https:// address customers use',
  );
  if (missing.length > 0) throw new SettingsError('MODE=live does not start without:', missing);
}
