import { setImmediate as othersFirst } from 'node:timers/promises';
import type { LaunchOrder } from '@tallystick/core';
import { hashesStepwise, proofIn, type CommitmentProof } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import type { MerkleLevels } from '@tallystick/core/merkle';

/** Number of lists kept in memory; a large one takes some megabytes. */
const KEPT = 3;
/** Hashing yields to other work after about this many microseconds. */
const UNITS_AT_ONCE = 4_000;

export interface FrozenList {
  readonly root: string;
  readonly figures: LaunchFigures;
  /** By order id. */
  readonly orders: readonly LaunchOrder[];
  /** Null for a customer who is not in the list. */
  ownOf(customerId: number): { readonly order: LaunchOrder; readonly proof: CommitmentProof } | null;
}

export type FrozenContents = Pick<FrozenList, 'root' | 'figures' | 'orders'>;

/**
 * The lists by which offers were allocated. They never change and every participant asks for their own line. Hashing a
 * long one takes a second, so it is done once, in small steps.
 */
export class FrozenLists {
  readonly #load: (offerId: number) => Promise<FrozenContents>;
  /** Least recently used first. */
  readonly #kept = new Map<number, FrozenList>();
  readonly #underWay = new Map<number, Promise<FrozenList>>();

  /** `load` throws while the list does not exist yet. */
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

  /** Only loaded lists are cached, so requests for missing lists evict nothing. */
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
