import type { Command, ReadonlyExchange } from '@tallystick/core';
import type { Random } from '@tallystick/core/testing/random';
import type { Sender } from '../clients.ts';
import { CUSTOMERS } from './setting.ts';

/** What somebody sees who decides what to do next. */
export interface View {
  readonly exchange: ReadonlyExchange;
  readonly random: Random;
  readonly nowMs: number;
}

/** A kind of thing that somebody does, how often, and the command; null: there is nothing to do it with. */
export interface Wish {
  readonly weight: number;
  readonly sender: Sender;
  readonly make: (view: View) => Command | readonly Command[] | null;
}

export function customer({ random }: View): number {
  return random.between(1, CUSTOMERS);
}

/** A price in ticks near the market's reference; `sharePpm`: how far at most, on both sides. */
export function near(reference: number, random: Random, sharePpm: number): number {
  const share = random.between(-sharePpm, sharePpm) / 1_000_000;
  return Math.max(1, Math.round(reference * (1 + share)));
}

/** Looks at a few customers until one has something. */
export function someOf<T>(view: View, of: (customerId: number) => readonly T[]): T | null {
  for (let i = 0; i < 12; i++) {
    const found = of(customer(view));
    if (found.length > 0) return view.random.pick(found);
  }
  return null;
}

/** Every kind as often as its weight says. */
export class Wishes {
  readonly #wishes: readonly Wish[];
  readonly #total: number;

  constructor(wishes: readonly Wish[]) {
    this.#wishes = wishes;
    this.#total = wishes.reduce((sum, { weight }) => sum + weight, 0);
  }

  pick(random: Random): Wish {
    let left = random.next() * this.#total;
    for (const wish of this.#wishes) if ((left -= wish.weight) < 0) return wish;
    return this.#wishes.at(-1)!;
  }
}
