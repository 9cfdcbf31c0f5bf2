import type { LaterPart } from '../product.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { CancelTimers } from '../spot/cancel-timers.ts';
import { readInstructions, writeInstructions } from '../spot/snapshot.ts';
import { CONTRACT_TIMES_IN_FORCE, inOrder, type Asking } from './instructions.ts';
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

function writeAsking(writer: SnapshotWriter, { instructions, preventedLots }: Asking): void {
  const { timeInForce, ...others } = instructions ?? {};
  writer.int(preventedLots);
  writer.bool(timeInForce !== undefined);
  if (timeInForce !== undefined) writer.word(CONTRACT_TIMES_IN_FORCE, timeInForce);
  writeInstructions(writer, others);
}

function readAsking(reader: SnapshotReader): Asking {
  const preventedLots = reader.int();
  const timeInForce = reader.bool() ? reader.word(CONTRACT_TIMES_IN_FORCE) : undefined;
  const given = { ...(timeInForce === undefined ? {} : { timeInForce }), ...readInstructions(reader) };
  return { preventedLots, instructions: inOrder(given) };
}
