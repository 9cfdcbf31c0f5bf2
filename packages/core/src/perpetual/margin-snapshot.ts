import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { isTopUpLimit, type Choices } from './choices.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Position } from './position.ts';

/** The part of a snapshot for choices and for what they did to positions: added later, so it is written by itself. */
export class MarginPart {
  readonly #choices: Choices;
  readonly #keeper: OpenPositions;
  readonly #isListed: (marketId: number) => boolean;

  constructor(choices: Choices, keeper: OpenPositions, isListed: (marketId: number) => boolean) {
    this.#choices = choices;
    this.#keeper = keeper;
    this.#isListed = isListed;
  }

  get isEmpty(): boolean {
    return this.#choices.isEmpty && this.#changed().length === 0;
  }

  write(writer: SnapshotWriter): void {
    this.#choices.write(writer);
    const changed = this.#changed();
    writer.int(changed.length);
    for (const position of changed) {
      writer.int(position.positionId);
      writer.int64(position.removedMarginMinor);
      writer.int64(position.topUpLimitMinor);
      writer.int64(position.topUpUsedMinor);
      writer.int(position.topUps);
    }
  }

  read(reader: SnapshotReader): void {
    this.#choices.read(reader, this.#isListed);
    for (let left = reader.int(); left > 0; left--) {
      const positionId = reader.int();
      const position = this.#keeper.find(positionId);
      if (position === undefined || position.isAdjusted) {
        throw new SnapshotUnreadable(`margin of position ${positionId}`);
      }
      position.removedMarginMinor = reader.int64();
      position.topUpLimitMinor = reader.int64();
      position.topUpUsedMinor = reader.int64();
      position.topUps = reader.int();
      if (!isRight(position)) throw new SnapshotUnreadable(`margin of position ${positionId}`);
    }
  }

  /** By id. */
  #changed(): Position[] {
    return [...this.#keeper.all()]
      .filter(position => position.isAdjusted)
      .toSorted((a, b) => a.positionId - b.positionId);
  }
}

function isRight(position: Position): boolean {
  const { removedMarginMinor, topUpLimitMinor, topUpUsedMinor, topUps } = position;
  const isCounted = topUpUsedMinor > 0n === topUps > 0;
  return removedMarginMinor >= 0n && isTopUpLimit(topUpLimitMinor) && topUpUsedMinor >= 0n && isCounted;
}
