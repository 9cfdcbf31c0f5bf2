import type { Settings } from '../config/settings.ts';
import type { NatsSettings } from '../engine/remote/follower-engine.ts';

type Given = Pick<Settings, 'NATS_URL' | 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY' | 'NATS_SUBJECT' | 'BUS_KEY'>;

/** Settings of the bus, which `readSettings` has checked for a process beside others. */
export function natsSettings(settings: Given): NatsSettings {
  const { NATS_URL, NATS_CA, NATS_CERT, NATS_KEY, NATS_SUBJECT: prefix, BUS_KEY } = settings;
  const urls = NATS_URL ?? [];
  const files = {
    ...(NATS_CA === null ? {} : { caFile: NATS_CA }),
    ...(NATS_CERT === null ? {} : { certFile: NATS_CERT }),
    ...(NATS_KEY === null ? {} : { keyFile: NATS_KEY }),
  };
  const servers = urls.map(url => new URL(url).host);
  const isSecure = urls.some(url => url.startsWith('tls:'));
  const connection = isSecure ? { servers, tls: files } : { servers };
  return { connection, prefix, key: Buffer.from(BUS_KEY ?? '', 'hex') };
}
