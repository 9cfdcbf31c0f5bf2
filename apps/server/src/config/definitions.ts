import { LANGUAGES } from '@tallystick/protocol/languages';
import type { z } from 'zod';
import { CHAIN_DEFINITIONS } from './chain-definitions.ts';
import type { Definition } from './definition.ts';
import {
  choice,
  daysOrForEver,
  factor,
  feed,
  hosts,
  houseMarkets,
  placeUrl,
  portOrOff,
  secret,
  secrets,
  text,
  url,
  urls,
  whole,
  yesNo,
  witnesses,
} from './kinds.ts';

/** All settings. docs/settings.md is generated from this table, and a test keeps both equal. */
export const DEFINITIONS = {
  MODE: {
    group: 'Server',
    kind: choice(['demo', 'live']),
    fallback: 'demo',
    help: '`demo`: demo money, demo products, codes shown on the page. `live`: refuses to start while anything real is missing.',
  },
  ROLE: {
    group: 'Server',
    kind: choice(['all', 'core', 'gateway', 'feed', 'worker']),
    fallback: 'all',
    help: 'What this process does: `all` there is; or, beside others, `core` (stamps and journals commands; one works, see docs/architecture.md), `gateway` (serves customers and operators; any number), `feed` (writes public topics once for all gateways, which do it themselves without one; two, in case one ends), `worker` (prices, chains, mails, signatures; one works, others wait). All but `all` need DATABASE_URL, NATS_URL and BUS_KEY; gateways and workers OBJECT_STORE_URL, SECRET_KEY and DATA_KEY; workers PRICE_LOG_KEY and what sends messages. What several need is alike in all of them, and a secret that a role does not use is left out, with a word in the log.',
  },
  PORT: {
    group: 'Server',
    kind: whole(0, 65_535),
    fallback: '8080',
    help: 'Port to listen on. 0 picks a free one; the address is printed at the start.',
  },
  HOST: {
    group: 'Server',
    kind: text.min(1, 'must name an address'),
    fallback: '127.0.0.1',
    help: 'Address to listen on. `0.0.0.0` lets phones in the same network in.',
  },
  PUBLIC_URL: {
    group: 'Server',
    kind: url(['http', 'https'], 'https://exchange.example'),
    fallback: null,
    help: 'Address customers use, for links in mails and posters; passkeys belong to its domain, so it must not change. Unset: the address it listens on, and passkeys only at `localhost`.',
  },
  METRICS_HOST: {
    group: 'Server',
    kind: text.min(1, 'must name an address'),
    fallback: '127.0.0.1',
    help: 'Address of `/metrics`, which customers must not reach, and of `/healthz` and `/readyz` once more.',
  },
  METRICS_PORT: {
    group: 'Server',
    kind: portOrOff,
    fallback: null,
    help: 'Port of `/metrics`: a number, 0 for any free one, or `off`. Unset: 9464, and if another program has that one, none, which the log says.',
  },
  TRUST_PROXY: {
    group: 'Server',
    kind: whole(0, 10),
    fallback: '0',
    help: 'How many reverse proxies stand in front and may say whom they speak for.',
  },
  RATE_LIMITS: {
    group: 'Server',
    kind: yesNo,
    fallback: 'on',
    help: 'Limits on calls per address and customer. `off` is for measuring; live refuses it.',
  },
  APP_WORKER: {
    group: 'Server',
    kind: yesNo,
    fallback: 'on',
    help: 'The service workers that keep the customers’ app on their devices and show operators’ pushes. `off` takes them away from everyone at their next visit, with all they keep; nobody is pushed to then.',
  },
  LOG_LEVEL: {
    group: 'Server',
    kind: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    fallback: 'info',
    help: 'How much is logged.',
  },
  LOG_FORMAT: {
    group: 'Server',
    kind: choice(['auto', 'words', 'json']),
    fallback: 'auto',
    help: 'How log lines look. `auto`: words on a terminal, JSON for whatever collects logs.',
  },
  DEFAULT_LANG: {
    group: 'Server',
    kind: choice(LANGUAGES),
    fallback: 'en',
    help: 'Language of visitors whose browser asks for none of the eight.',
  },
  OPERATOR_WAIT_HOURS: {
    group: 'Server',
    kind: whole(12, 720),
    fallback: '24',
    help: 'How many hours a new operator, or one whose account colleagues have changed, waits before they count as a second person.',
  },
  SECRET_KEY: {
    group: 'Server',
    kind: secret,
    fallback: null,
    secret: true,
    help: 'Signs what is signed, such as verification codes: 64 hexadecimal digits (`openssl rand -hex 32`). Demo makes one and keeps it in DATA_DIR.',
  },

  NATS_URL: {
    group: 'Several processes',
    kind: urls(['tls', 'nats'], 'tls://nats.example:4222'),
    fallback: null,
    help: 'NATS servers between the processes, separated by commas. `tls://` needs NATS_CA, and by deploy/cluster/nats.conf NATS_CERT and NATS_KEY; live refuses `nats://`.',
  },
  NATS_CA: {
    group: 'Several processes',
    kind: text.min(1, 'must name a file'),
    fallback: null,
    help: 'File with the certificate of the authority that vouches for the NATS servers.',
  },
  NATS_CERT: {
    group: 'Several processes',
    kind: text.min(1, 'must name a file'),
    fallback: null,
    help: 'File with this process’s certificate, by which NATS knows what its role may say.',
  },
  NATS_KEY: {
    group: 'Several processes',
    kind: text.min(1, 'must name a file'),
    fallback: null,
    help: 'File with the key of that certificate.',
  },
  NATS_SUBJECT: {
    group: 'Several processes',
    kind: text.regex(/^[a-z0-9_-]{1,40}$/, 'must be a word of small letters, digits, - and _'),
    fallback: 'tallystick',
    help: 'First word of all subjects: exchanges that share NATS servers have different ones.',
  },
  BUS_KEY: {
    group: 'Several processes',
    kind: secret,
    fallback: null,
    secret: true,
    help: 'Seals what the processes of one exchange send each other: 64 hexadecimal digits (`openssl rand -hex 32`), alike in all. Whoever has it and reaches NATS can trade for anybody.',
  },

  DATA_DIR: {
    group: 'Data',
    kind: text.min(1, 'must name a folder'),
    fallback: '.data',
    help: 'Folder of everything that is kept on disk, the embedded PostgreSQL included. Started by root, PostgreSQL runs as `postgres` or `nobody`; if that user cannot enter the folder, its data lies in /var/lib/tallystick and a link leads there.',
  },
  DATA_KEY: {
    group: 'Data',
    kind: secrets,
    fallback: null,
    secret: true,
    help: 'Seals documents, pictures, bank cards and other personal data in the database: 64 hexadecimal digits (`openssl rand -hex 32`). To change it, put the new key in front, with a comma between: `new,old`; the first seals, all open. Then `npm run reseal` seals everything anew, and `new` stands alone (docs/keys.md). Whoever loses it loses that data. Demo makes one and keeps it in DATA_DIR.',
  },
  DATABASE_URL: {
    group: 'Data',
    kind: url(['postgres', 'postgresql'], 'postgresql://user:password@host:5432/database'),
    fallback: null,
    secret: true,
    help: 'A PostgreSQL (15 or newer) of your own. Unset: the embedded one.',
  },
  DATABASE_CONNECTIONS: {
    group: 'Data',
    kind: whole(4, 100),
    fallback: '12',
    help: 'How many connections the server may hold.',
  },
  REPLICA_URLS: {
    group: 'Data',
    kind: urls(['postgres', 'postgresql'], 'postgresql://user:password@host:5432/database'),
    fallback: null,
    secret: true,
    help: 'Streaming replicas of that database, separated by commas, or one address behind which are several (`…-ro` of CloudNativePG). One without user and password has those of DATABASE_URL. Lists, charts, statements and files are read there, by up to DATABASE_CONNECTIONS connections to each, and on the primary whenever a replica is away or behind what somebody was told. Unset: all is read on the primary.',
  },
  OBJECT_STORE_URL: {
    group: 'Data',
    kind: placeUrl(['https', 'http'], 'https://s3.example/bucket'),
    fallback: null,
    help: 'A bucket of its own behind the S3 protocol, for what must outlast the database and for pictures: `https://s3.example/bucket` or `https://bucket.s3.example`. The store must know `If-None-Match` on writing. Processes on several machines need one. Unset: DATA_DIR/objects, and pictures in the database. Once it was set, it must stay.',
  },
  OBJECT_STORE_REGION: {
    group: 'Data',
    kind: text.regex(/^[a-z0-9-]{1,60}$/, 'must be a region such as eu-central-1'),
    fallback: 'us-east-1',
    help: 'Region of the bucket, as requests are signed with it.',
  },
  OBJECT_STORE_KEY_ID: {
    group: 'Data',
    kind: text.min(1, 'must not be empty'),
    fallback: null,
    help: 'Access key of the object store, which may read, write, list and delete objects of the bucket.',
  },
  OBJECT_STORE_SECRET: {
    group: 'Data',
    kind: text.min(1, 'must not be empty'),
    fallback: null,
    secret: true,
    help: 'Secret of that access key.',
  },
  HISTORY_DAYS: {
    group: 'Data',
    kind: daysOrForEver(7),
    fallback: null,
    help: 'How long ended orders, trades, the ledger entries of trades, and candles of minutes are kept: days, or `forever`. What is older of the ledger is added up into entries “carried forward”; deposits, withdrawals, options and what operators decided stay. Unset: for ever in live, 30 days in demo.',
  },
  JOURNAL_DAYS: {
    group: 'Data',
    kind: daysOrForEver(7),
    fallback: null,
    help: 'How long the journal is kept: days, or `forever`. What the kept snapshots need always is. Without its beginning nobody can replay it from there: `npm run audit` then says so and ends. Unset: for ever in live, 30 days in demo.',
  },
  PICTURE_LIMIT_MB: {
    group: 'Data',
    kind: whole(1, 25),
    fallback: '10',
    help: 'The largest picture customers may upload, in megabytes.',
  },
  REJECTED_DOCUMENT_DAYS: {
    group: 'Data',
    kind: whole(1, 3_650),
    fallback: '90',
    help: 'How many days the documents of a rejected identity application are kept before they are deleted.',
  },
  SCREENING_LISTS: {
    group: 'Data',
    kind: text.min(1, 'must name a folder'),
    fallback: null,
    help: 'Folder with lists of names and addresses with which customers and their transfers are compared: `names.csv`, `addresses.csv` (docs/compliance.md). Read again when a file changes. Unset: lists of invented people, in demo only.',
  },
  CLOCK_LIMIT_MS: {
    group: 'Data',
    kind: whole(100, 60_000),
    fallback: '1000',
    help: 'How far the machine’s clock may be set, in milliseconds, before commands are stopped until it is back or two operators say that it is right. Smaller differences are followed by 5 ms a second.',
  },
  SNAPSHOT_EVERY: {
    group: 'Data',
    kind: whole(100, 100_000_000),
    fallback: '250000',
    help: 'Commands between two snapshots of the core. Fewer: faster restarts, more writing.',
  },
  ADMISSION: {
    group: 'Data',
    kind: whole(10, 1_000_000),
    fallback: '20000',
    help: 'How many commands may wait for the journal before new ones are refused with 503.',
  },

  FEED: {
    group: 'Prices',
    kind: feed,
    fallback: 'simulated',
    help: '`simulated`; `replay:<folder>` plays recorded candles (`BTCUSDT_5m.csv` …); `ccxt:<exchange,exchange,…>` takes the median of real exchanges.',
  },
  FEED_SPEED: {
    group: 'Prices',
    kind: factor(0.01, 10_000),
    fallback: '1',
    help: 'How fast a replay plays: 60 plays an hour in a minute.',
  },
  FEED_SEED: {
    group: 'Prices',
    kind: whole(0, 4_294_967_295),
    fallback: '1',
    help: 'Seed of the simulated prices: the same seed, the same prices.',
  },
  FEED_INTERVAL_MS: {
    group: 'Prices',
    kind: whole(250, 60_000),
    fallback: '1000',
    help: 'Time between two index ticks of a market; without news from its sources there is none.',
  },
  FEED_STALE_MS: {
    group: 'Prices',
    kind: whole(1000, 600_000),
    fallback: '10000',
    help: 'A source that was silent for longer does not count, nor one that had no news for four ticks while another had; without any source the index is stale.',
  },

  FEED_BAND_PPM: {
    group: 'Prices',
    kind: whole(1_000, 200_000),
    fallback: '20000',
    help: 'How far a source may be from the middle of all before it is left out of the index, in millionths: 20000 is 2 %.',
  },
  RATE_STALE_MS: {
    group: 'Prices',
    kind: whole(10_000, 86_400_000),
    fallback: '120000',
    help: 'How old the rate of a state’s currency may be before totals shown in that currency say that it is old. Rates are for showing only.',
  },
  PRICE_LOG_KEY: {
    group: 'Price log',
    kind: secrets,
    fallback: null,
    secret: true,
    help: 'Signs the checkpoints of the price log (Ed25519): 64 hexadecimal digits (`openssl rand -hex 32`). To change it, put the new key in front, with a comma between: `new,old`; both sign, so that apps which know the old one learn the new one, and after some weeks the old one is left out. Demo makes one and keeps it in DATA_DIR.',
  },
  PRICE_LOG_ORIGIN: {
    group: 'Price log',
    kind: text.regex(/^[\x21-\x2a\x2c-\x7e]{1,100}$/, 'must be a name without blanks and plus signs'),
    fallback: 'tallystick.example/price-log',
    help: 'Name of the price log, part of all that is signed: a domain of yours and a path. It never changes, unless the log is begun anew.',
  },
  PRICE_LOG_CHECKPOINT_MS: {
    group: 'Price log',
    kind: whole(200, 3_600_000),
    fallback: '10000',
    help: 'Time between two signed checkpoints while prices come. A result can be checked once the next one is there.',
  },
  LIABILITIES_EVERY_MS: {
    group: 'Price log',
    kind: whole(0, 86_400_000),
    fallback: '3600000',
    help: 'Time between two audit points, at which what is owed to customers is proven. 0: none are made.',
  },
  WITNESSES: {
    group: 'Price log',
    kind: witnesses,
    fallback: '',
    help: 'Independent programs that cosign the heads of the public log (`tallystick-witness`, or any of C2SP tlog-witness): public key and address of each, `NAME+ID+BASE64 https://witness.example`, with commas between. One that is silent stops nothing.',
  },
  TRUSTED_WITNESSES: {
    group: 'Price log',
    kind: whole(0, 16),
    fallback: '0',
    help: 'How many of WITNESSES must have signed a head of the public log before the app trusts it. 0: the exchange’s own signature is enough.',
  },
  PRICE_LOG_DAYS: {
    group: 'Price log',
    kind: whole(1, 36_500),
    fallback: '30',
    help: 'How long ticks stay in the database. Older ones are moved to files in the object store (DATA_DIR/objects, or OBJECT_STORE_URL), from where they are served all the same: they belong into the backup.',
  },

  HOUSE: {
    group: 'House liquidity',
    kind: yesNo,
    fallback: 'on',
    help: 'Whether the house quotes the books around the index, through ordinary orders of an ordinary account.',
  },
  HOUSE_SPREAD_PPM: {
    group: 'House liquidity',
    kind: whole(10, 100_000),
    fallback: '400',
    help: 'Distance between its best bid and ask, in millionths of the price.',
  },
  HOUSE_LEVELS: {
    group: 'House liquidity',
    kind: whole(1, 50),
    fallback: '15',
    help: 'Orders on each side of a book.',
  },
  HOUSE_STEP_PPM: {
    group: 'House liquidity',
    kind: whole(1, 100_000),
    fallback: '200',
    help: 'Distance between two of its levels, growing with the distance from the price.',
  },
  HOUSE_LEVEL_VALUE: {
    group: 'House liquidity',
    kind: whole(10, 100_000_000),
    fallback: '8000',
    help: 'Value of an order at its best level, in USDT; deeper levels are larger.',
  },
  HOUSE_INVENTORY_VALUE: {
    group: 'House liquidity',
    kind: whole(100, 10_000_000_000),
    fallback: '2000000',
    help: 'How far its holding of a coin may drift from where it started, in USDT, before it quotes only the side that brings it back.',
  },
  HOUSE_REQUOTE_PPM: {
    group: 'House liquidity',
    kind: whole(1, 100_000),
    fallback: '100',
    help: 'How far the index must move before it replaces its quotes.',
  },
  HOUSE_MARKETS: {
    group: 'House liquidity',
    kind: houseMarkets,
    fallback: '',
    help: 'What differs in single markets: `BTC/USDT:spread=200,levels=20;DOGE/USDT:off`, with `spread`, `levels`, `step`, `value`, `inventory`, `requote` as above.',
  },
  DEMO_TRADERS: {
    group: 'House liquidity',
    kind: whole(0, 1000),
    fallback: '12',
    help: 'Demo only: how many seeded traders add life to the books. They are marked as demo.',
  },
  DEMO_TRADES_PER_SECOND: {
    group: 'House liquidity',
    kind: factor(0, 100),
    fallback: '3',
    help: 'Demo only: how many orders those traders place per second in all. 0: none.',
  },

  SMTP_URL: {
    group: 'Messages',
    kind: url(['smtp', 'smtps'], 'smtps://user:password@mail.example'),
    fallback: null,
    secret: true,
    help: 'Mail server. Unset in demo: mails go to the log and the operators’ outbox only.',
  },
  MAIL_FROM: {
    group: 'Messages',
    kind: text.regex(/^[^<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be a mail address'),
    fallback: 'Tallystick <no-reply@tallystick.example>',
    help: 'Sender of mails.',
  },
  PUSH_SERVICES: {
    group: 'Messages',
    kind: hosts,
    fallback:
      'fcm.googleapis.com,*.push.services.mozilla.com,web.push.apple.com,*.push.apple.com,*.notify.windows.com',
    help: 'Push services of browsers: only to these, by https, and only at public addresses, are pushes sent. `*.` stands for all names below.',
  },
  PUSH_CONTACT: {
    group: 'Messages',
    kind: text.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://'),
    fallback: 'mailto:no-reply@tallystick.example',
    help: 'Whom a push service turns to when something is wrong with pushes: `mailto:…` or an https address.',
  },
  SMS_URL: {
    group: 'Messages',
    kind: url(['https', 'http'], 'https://sms.example/send'),
    fallback: null,
    help: 'SMS provider: receives a POST with JSON `{from, to, text}`. Unset in demo: the log and the outbox.',
  },
  SMS_TOKEN: {
    group: 'Messages',
    kind: text.min(1, 'must not be empty'),
    fallback: null,
    secret: true,
    help: 'Sent to the SMS provider as `Authorization: Bearer …`.',
  },
  SMS_FROM: {
    group: 'Messages',
    kind: text.min(1, 'must not be empty'),
    fallback: 'Tallystick',
    help: 'Sender of SMS.',
  },

  ...CHAIN_DEFINITIONS,
} as const satisfies Record<string, Definition>;

export type SettingName = keyof typeof DEFINITIONS;

type ValueOf<D extends Definition> = z.output<D['kind']> | (D['fallback'] extends null ? null : never);

/** The validated settings: `settings.PORT` is a number. Unset ones without a default are null. */
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof DEFINITIONS)[K]> };
