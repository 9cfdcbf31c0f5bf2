import { type PricePath, type Stretch, sampleStretch } from './price-path.ts';

/** The price of one coin in another, e.g. ETH/BTC: the quotient of their prices in a common third currency. */
export class CrossPath implements PricePath {
  readonly #base: PricePath;
  readonly #quote: PricePath;

  constructor(base: PricePath, quote: PricePath) {
    this.#base = base;
    this.#quote = quote;
  }

  priceAt(ms: number): number {
    return (this.#base.priceAt(ms) / this.#quote.priceAt(ms)) * 1e8;
  }

  stretch(startMs: number, lengthMs: number): Stretch {
    const { open, high, low, close } = sampleStretch(ms => this.priceAt(ms), startMs, lengthMs);
    // Crosses are traded far less than their base currency against dollars.
    return { open, high, low, close, volume: this.#base.stretch(startMs, lengthMs).volume * 0.04 };
  }

  turnsWithin(): readonly number[] {
    return [];
  }
}
