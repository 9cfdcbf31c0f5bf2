import { setImmediate as othersFirst } from 'node:timers/promises';
import type { LaunchOrder } from '@tallystick/core';
import { hashesStepwise, proofIn, type CommitmentProof } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import type { MerkleLevels } from '@tallystick/core/merkle';

/** Lists that are kept; a large one takes some megabytes. */
const KEPT = 3;
/** About so many microseconds of hashing, then whoever else waits. */
const UNITS_AT_ONCE = 4_000;

export interface FrozenList {
  readonly root: string;
  readonly figures: LaunchFigures;
  /** By order id. */
  readonly orders: readonly LaunchOrder[];
  /** Null for a customer who is not in it. */
  ownOf(customerId: number): { readonly order: LaunchOrder; readonly proof: CommitmentProof } | null;
}

export type FrozenContents = Pick<FrozenList, 'root' | 'figures' | 'orders'>;

/**
 * The lists offers were allocated by. They never change, everybody who took part asks for their own line, and hashing
 * a long one takes a second: it is done once, a little at a time.
 */
export class FrozenLists {
  readonly #load: (offerId: number) => Promise<FrozenContents>;
  /** The one asked for last is last. */
  readonly #kept = new Map<number, FrozenList>();
  readonly #underWay = new Map<number, Promise<FrozenList>>();

  /** `load` throws for a list that is not there yet. */
  constructor(load: (offerId: number) => Promise<FrozenContents>) {
    this.#load = load;
  }

  async of(offerId: number): Promise<FrozenList> {
    const kept = this.#kept.get(offerId);
    if (kept !== undefined) {
      this.#keep(offerId, kept);
      return kept;
    }
    let reading = this.#underWay.get(offerId);
    if (reading === undefined) this.#underWay.set(offerId, (reading = this.#read(offerId)));
    return await reading;
  }

  async #read(offerId: number): Promise<FrozenList> {
    try {
      const list = await listOf(await this.#load(offerId));
      this.#keep(offerId, list);
      return list;
    } finally {
      this.#underWay.delete(offerId);
    }
  }

  /** Only what is there takes a place: whoever asks for lists that are not pushes none out. */
  #keep(offerId: number, list: FrozenList): void {
    this.#kept.delete(offerId);
    this.#kept.set(offerId, list);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}

async function listOf(contents: FrozenContents): Promise<FrozenList> {
  const { figures, orders } = contents;
  const hashes = await hashed(figures, orders);
  const places = new Map(orders.map(({ customerId }, place) => [customerId, place]));
  return {
    ...contents,
    ownOf(customerId) {
      const place = places.get(customerId);
      if (place === undefined) return null;
      return { order: orders[place]!, proof: proofIn(hashes, place) };
    },
  };
}

async function hashed(figures: LaunchFigures, orders: readonly LaunchOrder[]): Promise<MerkleLevels> {
  const work = hashesStepwise(figures, orders);
  for (let left = UNITS_AT_ONCE; ;) {
    const step = work.next();
    if (step.done === true) return step.value;
    left -= step.value;
    if (left > 0) continue;
    await othersFirst();
    left = UNITS_AT_ONCE;
  }
}
