import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { CustomerLimits } from './standing.ts';

export function writeLimits(writer: SnapshotWriter, limits: ReadonlyMap<number, CustomerLimits>): void {
  writer.int(limits.size);
  for (const own of [...limits.values()].toSorted((a, b) => a.customerId - b.customerId)) {
    const { customerId, dailyLossMinor, nextDailyLoss, coolDownUntilMs, nextCoolDown } = own;
    writer.int(customerId);
    writeAmount(writer, dailyLossMinor);
    writer.bool(nextDailyLoss !== null);
    if (nextDailyLoss !== null) {
      writeAmount(writer, nextDailyLoss.limitMinor);
      writer.int(nextDailyLoss.fromMs);
    }
    writer.int(coolDownUntilMs);
    writer.bool(nextCoolDown !== null);
    if (nextCoolDown !== null) {
      writer.int(nextCoolDown.untilMs);
      writer.int(nextCoolDown.fromMs);
    }
  }
}

/** Adds what was written to `limits`. */
export function readLimits(
  reader: SnapshotReader,
  limits: Map<number, CustomerLimits>,
  isKnown: (customerId: number) => boolean,
): void {
  for (let left = reader.int(); left > 0; left--) {
    const customerId = reader.int();
    if (!isKnown(customerId) || limits.has(customerId)) {
      throw new SnapshotUnreadable(`limits of customer ${customerId}`);
    }
    const dailyLossMinor = readAmount(reader);
    const nextDailyLoss = reader.bool() ? { limitMinor: readAmount(reader), fromMs: reader.int() } : null;
    const coolDownUntilMs = reader.int();
    const nextCoolDown = reader.bool() ? { untilMs: reader.int(), fromMs: reader.int() } : null;
    limits.set(customerId, { customerId, dailyLossMinor, nextDailyLoss, coolDownUntilMs, nextCoolDown });
  }
}

function writeAmount(writer: SnapshotWriter, amountMinor: bigint | null): void {
  writer.bool(amountMinor !== null);
  if (amountMinor !== null) writer.int64(amountMinor);
}

function readAmount(reader: SnapshotReader): bigint | null {
  return reader.bool() ? reader.int64() : null;
}
