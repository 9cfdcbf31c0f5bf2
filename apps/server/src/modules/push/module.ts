import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { WakeWorker } from '../../engine/remote/news.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { defineModule } from '../../module/module.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sessions } from '../account/sessions.ts';
import { Outbox } from '../outbox/outbox.ts';
import { payloadOf } from '../notification/payload.ts';
import { writePushes } from '../notification/pushes.ts';
import { MOST_PUSH_DEVICES, PushDevices } from './devices.ts';
import type { PushServices } from './endpoint.ts';
import { OperatorPushDevices, pushableOf } from './operator-devices.ts';
import type { PushConnection } from './post.ts';
import { createPushTransport } from './transport.ts';
import { readVapidKeys } from './vapid.ts';

export interface PushSettings {
  readonly services: PushServices;
  readonly subject: string;
  /** False: APP_WORKER is off, so no browser could show a push. */
  readonly workers?: boolean;
  /** Only for tests. */
  readonly connection?: PushConnection;
}

export interface PushOptions extends PushSettings {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly wakeWorker?: WakeWorker | undefined;
}

const TEST_EVERY_MS = 60_000;

/** Web Push, to customers and operators. */
export async function createPush(options: PushOptions) {
  const { pool, sessions, log, now } = options;
  const keys = await readVapidKeys(pool, options.vault);
  const devices = new PushDevices(options);
  sessions.onEnded(ids => {
    devices
      .forgetSessions(ids)
      // Ended sessions get no pushes even before this: see `PushDevices.find`.
      .catch((error: unknown) => log.error({ err: error }, 'devices of ended sessions were not forgotten'));
  });
  const operators = new OperatorPushDevices(options);
  const transport = createPushTransport({ ...options, devices: pushableOf(devices, operators), keys });
  const { wakeWorker } = options;
  const outbox = new Outbox({
    pool,
    transports: { push: transport },
    now,
    log,
    keepBodies: false,
    wakeWorker: wakeWorker && (() => wakeWorker('pushes')),
  });
  const hasWorkers = options.workers !== false;
  return defineModule({
    name: 'push',
    /** Sends waiting pushes. */
    outbox,
    calls(register) {
      register('GET push/key', () => ({ key: keys.publicKey }));
      register('POST push/subscribe', async (input, { session }) => ({
        device_id: await devices.subscribe(session, input),
      }));
      register('POST push/unsubscribe', async (input, { session }) => {
        await devices.unsubscribe(session.customerId, input.device_id);
        return {};
      });
      register('GET push/devices', async (_input, { session }) => {
        const found = await devices.list(session.customerId);
        const items = found.map(({ sessionId, createdAtMs, deliveredAtMs, ...device }) => ({
          ...device,
          created_at_ms: createdAtMs,
          delivered_at_ms: deliveredAtMs,
          current: sessionId === session.id,
        }));
        return { items, most: MOST_PUSH_DEVICES };
      });
      register('POST push/test', async (_input, { session, language }) => {
        const items = await devices.list(session.customerId);
        if (items.length === 0) throw new CallFailure('push_off');
        const atMs = now();
        // Requests within one minute are the same push.
        const minute = Math.floor(atMs / TEST_EVERY_MS);
        const notifications = {
          id: randomUUID(),
          customerId: session.customerId,
          kind: 'pushTest',
          values: {},
          atMs,
        } as const;
        const message = payloadOf(notifications, language);
        await inTransaction(pool, client =>
          writePushes(
            client,
            items.map(({ id }) => ({
              deviceId: String(id),
              message,
              once: `push:test-${minute}:${session.customerId}:${id}`,
              fromMs: atMs,
            })),
            atMs,
          ),
        );
        outbox.wake();
        return { devices: items.length };
      });
    },
    deskCalls(register) {
      register('GET desk/push_key', () => ({ key: hasWorkers ? keys.publicKey : null }));
      register('POST desk/push_subscribe', (input, { operator }) => operators.subscribe(operator, input));
      register('POST desk/push_unsubscribe', (input, { operator }) =>
        operators.unsubscribe(operator, input.device_id),
      );
      register('GET desk/push_devices', (_input, { operator }) => operators.list(operator));
    },
    start() {
      outbox.start();
      return () => outbox.stop();
    },
  });
}
