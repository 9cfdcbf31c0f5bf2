import type { LaterPart } from '../product.ts';
import { SnapshotUnreadable } from '../snapshot/reader.ts';
import type { CancelTimers } from '../spot/cancel-timers.ts';
import { readAsking, writeAsking, type Asking } from './instructions.ts';
import type { Perpetual } from './perpetual.ts';

/** What orders of contracts asked for, by their id, and the cancel timers of contracts. */
export function contractOrdersPart(perpetual: Perpetual, timers: CancelTimers): LaterPart {
  const asking = (): (readonly [number, Asking])[] =>
    perpetual
      .allPositions()
      .flatMap(({ positionId, order, instructions, preventedLots, closings }) => [
        [positionId, order ?? { instructions, preventedLots }] as const,
        ...closings.flatMap(({ order: closing }) =>
          closing === null ? [] : [[closing.orderId, closing] as const],
        ),
      ])
      .filter(([, { instructions, preventedLots }]) => instructions !== null || preventedLots > 0)
      .toSorted(([a], [b]) => a - b);
  return {
    get isEmpty() {
      return timers.isEmptyFor('perpetual') && asking().length === 0;
    },
    write(writer) {
      const all = asking();
      writer.int(all.length);
      for (const [id, one] of all) {
        writer.int(id);
        writeAsking(writer, one);
      }
      timers.write(writer, 'perpetual');
    },
    read(reader) {
      for (let left = reader.int(); left > 0; left--) {
        const id = reader.int();
        if (!perpetual.restoreAsked(id, readAsking(reader))) throw new SnapshotUnreadable(`order ${id}`);
      }
      timers.read(reader, 'perpetual');
    },
  };
}
