import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { SettingsError, type Settings } from '../config/settings.ts';
import type { PriceLog } from '../price-log/price-log.ts';
import { Cosigning } from '../public-log/cosigning.ts';
import { LogFiles } from '../public-log/files.ts';
import { PublicLog } from '../public-log/public-log.ts';
import { PublicLogSources } from '../public-log/sources.ts';
import type { SignedHeads } from '../transparency-log/signed-heads.ts';
import { VERSION } from '../version.ts';

export type PublicLogSettings = Pick<
  Settings,
  'PRICE_LOG_ORIGIN' | 'PRICE_LOG_CHECKPOINT_MS' | 'WITNESSES' | 'TRUSTED_WITNESSES'
>;

export interface ComposePublicLogOptions {
  readonly settings: PublicLogSettings;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  readonly now: () => number;
  readonly exchange: ReadonlyExchange;
  readonly priceLog: Pick<PriceLog, 'tree'>;
  readonly heads: SignedHeads;
}

/**
 * The public log with what writes to it, the witnesses it is sent to, and the files of all signed logs.
 *
 * @throws SettingsError if more witnesses are needed than there are
 */
export function composePublicLog({ settings, priceLog, heads, exchange, ...parts }: ComposePublicLogOptions) {
  const { pool, log, now } = parts;
  const { PRICE_LOG_ORIGIN, PRICE_LOG_CHECKPOINT_MS: everyMs, WITNESSES: witnesses } = settings;
  if (settings.TRUSTED_WITNESSES > witnesses.length) {
    throw new SettingsError('These settings are wrong:', [
      `TRUSTED_WITNESSES: ${settings.TRUSTED_WITNESSES} of the ${witnesses.length} in WITNESSES`,
    ]);
  }
  const origin = `${PRICE_LOG_ORIGIN}/public`;
  const publicLog = new PublicLog({
    pool,
    heads,
    origin,
    now,
    witnesses,
    need: settings.TRUSTED_WITNESSES,
  });
  return {
    publicLog,
    cosigning: new Cosigning({ pool, log, registry: parts.registry, origin, witnesses, everyMs }),
    sources: new PublicLogSources({
      pool,
      log,
      now,
      exchange,
      origin: PRICE_LOG_ORIGIN,
      version: VERSION,
      everyMs,
    }),
    logFiles: new LogFiles(
      {
        price: priceLog.tree,
        journal: heads.log('journal').reader,
        audit: heads.log('audit').reader,
        public: publicLog.reader,
      },
      publicLog,
    ),
  };
}
