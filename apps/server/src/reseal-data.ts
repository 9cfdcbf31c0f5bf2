// npm run reseal [-- --rate 500]: seals everything anew under the first of DATA_KEY, while the exchange goes on, and gives
// the keys behind it up (docs/keys.md). With the settings of a process that serves customers. May be interrupted and
// started again at any time.
import { parseArgs } from 'node:util';
import pino from 'pino';
import { giveUpDataKeys, openKeys } from './composition/keys.ts';
import { openObjects } from './composition/objects.ts';
import { readSettings, SettingsError } from './config/settings.ts';
import { DatabaseBusy, DatabaseOutcomeUnknown } from './database/database-busy.ts';
import { runningEmbedded, startEmbedded } from './database/embedded.ts';
import { SILENT_LOG } from './database/log.ts';
import { createPool } from './database/pool.ts';
import { Stops } from './module/stops.ts';
import { PointStore } from './modules/liability/point-files.ts';
import { SealedPictures } from './modules/pictures/sealed-pictures.ts';
import { ObjectStoreError } from './object-store/object-store.ts';
import { Interrupted, Pace } from './reseal/pace.ts';
import { reseal, ResealRefused } from './reseal/reseal.ts';
import { Clock } from './timekeeping/clock.ts';
import { Vault } from './vault/vault.ts';

const USAGE = 'Usage: npm run reseal [-- --rate VALUES_A_SECOND]\n';
const INTERRUPTED = 130;
const AWAY = [DatabaseBusy, DatabaseOutcomeUnknown, ObjectStoreError];
/** One for the run, the others for pictures. */
const CONNECTIONS = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort());
const stops = new Stops();
try {
  const { values } = parseArgs({ options: { rate: { type: 'string', default: '500' } } });
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new TypeError(`no rate: ${values.rate}`);
  const settings = readSettings();
  const { DATA_DIR: dataDir } = settings;
  // Not migrated: the exchange that runs may be of another version.
  const running = settings.DATABASE_URL ?? (await runningEmbedded(dataDir));
  const embedded =
    running === null ? await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG) : null;
  stops.add(() => embedded?.stop());
  const pool = createPool(running ?? embedded!.url, CONNECTIONS, SILENT_LOG);
  stops.add(() => pool.end());
  const clock = await Clock.load(pool, settings.MODE);
  const alone = settings.ROLE === 'all';
  const { dataKeys } = await openKeys({ settings, pool, now: clock.machineNow, alone, signs: false });
  const log = pino({ level: 'silent' });
  const { objects, sharedObjects } = await openObjects({ settings, pool, log, stops, alone });
  const vault = new Vault(dataKeys);
  const client = await pool.connect();
  stops.add(() => client.release());
  const resealed = await reseal({
    client,
    vault,
    sealedPictures: new SealedPictures({ pool, vault, sharedObjects, now: clock.now, log }),
    statements: new PointStore(objects, vault),
    now: clock.now,
    pace: new Pace(rate, asked.signal),
    say,
    giveUp: db => giveUpDataKeys(db, dataKeys.slice(1)),
  });
  say(
    `${resealed} values sealed anew: nothing that is kept opens with an older key. Leave it out of DATA_KEY now.`,
  );
} catch (error) {
  if (error instanceof Interrupted) {
    say(error.message);
    process.exitCode = INTERRUPTED;
  } else if (error instanceof ResealRefused) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else if (AWAY.some(kind => error instanceof kind)) {
    const what = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${what}\nNothing is lost: run it again, and it goes on from here\n`);
    process.exitCode = 1;
  } else if (error instanceof SettingsError || error instanceof TypeError) {
    process.stderr.write(`${error.message}\n${USAGE}`);
    process.exitCode = 2;
  } else throw error;
} finally {
  await stops.run();
}
