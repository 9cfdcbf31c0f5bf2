/**
 * Writes e2e/fixtures/market-data: three days of made-up 5-minute candles, so that browser tests replay the same
 * prices everywhere. Run once: `node scripts/run.mjs e2e/src/harness/make-recordings.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SimulatedPath } from '@tallystick/server/feeds/simulated-path';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/market-data');
const START = Date.UTC(2025, 0, 6);
const STEP = 300_000;
const CANDLES = 3 * 288;
const SEED = 20_250_106;
const COINS = [
  { coin: 'BTC', decimals: 1, volumeDecimals: 3 },
  { coin: 'ETH', decimals: 2, volumeDecimals: 2 },
];

mkdirSync(FOLDER, { recursive: true });
for (const { coin, decimals, volumeDecimals } of COINS) {
  const recorded = new SimulatedPath(SEED, coin);
  const lines = ['timestamp,open,high,low,close,volume'];
  for (let i = 0; i < CANDLES; i++) {
    const { open, high, low, close, volume } = recorded.stretch(START + i * STEP, STEP);
    const time = new Date(START + i * STEP).toISOString().slice(0, 19).replace('T', ' ');
    const prices = [open, high, low, close].map(price => (price / 1e8).toFixed(decimals));
    lines.push([time, ...prices, volume.toFixed(volumeDecimals)].join(','));
  }
  writeFileSync(path.join(FOLDER, `${coin}USDT_5m.csv`), `${lines.join('\n')}\n`);
}
