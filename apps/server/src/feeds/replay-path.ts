import { positiveModulo } from './time.ts';
import { hashText, smoothNoise, uniform } from './noise.ts';
import type { PricePath, Stretch } from './price-path.ts';
import type { RecordedCandles } from './recorded-candles.ts';

const FIRST_TURN = 0;
const SECOND_TURN = 1;
const ORDER = 2;
const JITTER = 3;

/** How far the price deviates from the straight line between two turns, as a fraction of the candle's range. */
const JITTER_SIZE = 0.22;
const SAMPLE_MS = 5000;

/** Within one candle: the price at a fraction of its length. */
interface Shape {
  readonly firstTurn: number;
  readonly secondTurn: number;
  readonly first: number;
  readonly second: number;
}

/**
 * Recorded candles as a path. Inside a candle the price starts at the open, turns at low and high (in a seeded order
 * and at seeded moments) and ends at the close, without leaving the candle's range. After the last candle the recording
 * repeats, scaled so that the price does not jump; before the first one another path is followed, scaled likewise.
 */
export class ReplayPath implements PricePath {
  readonly #candles: RecordedCandles;
  readonly #seed: number;
  readonly #before: PricePath;
  readonly #beforeScale: number;
  readonly #loopScale: number;

  constructor(candles: RecordedCandles, before: PricePath) {
    this.#candles = candles;
    this.#seed = hashText(candles.name);
    this.#before = before;
    this.#beforeScale = candles.open[0]! / before.priceAt(candles.startMs);
    this.#loopScale = candles.close[candles.count - 1]! / candles.open[0]!;
  }

  priceAt(ms: number): number {
    const { startMs, lengthMs } = this.#candles;
    if (ms < startMs) return this.#before.priceAt(ms) * this.#beforeScale;
    const candle = Math.floor((ms - startMs) / lengthMs);
    return this.#within(candle, (ms - startMs) / lengthMs - candle);
  }

  stretch(startMs: number, lengthMs: number): Stretch {
    const { startMs: firstMs, lengthMs: step } = this.#candles;
    if (startMs < firstMs) {
      const scale = this.#beforeScale;
      const { open, high, low, close, volume } = this.#before.stretch(startMs, lengthMs);
      return { open: open * scale, high: high * scale, low: low * scale, close: close * scale, volume };
    }
    const offset = startMs - firstMs;
    const aligned = positiveModulo(offset, step) === 0 && positiveModulo(lengthMs, step) === 0;
    return aligned ? this.#whole(offset / step, lengthMs / step) : this.#part(offset, lengthMs);
  }

  turnsWithin(afterMs: number, untilMs: number): readonly number[] {
    const { startMs, lengthMs } = this.#candles;
    if (afterMs < startMs) return [];
    const turns: number[] = [];
    const last = Math.floor((untilMs - startMs) / lengthMs);
    for (let candle = Math.floor((afterMs - startMs) / lengthMs); candle <= last; candle++) {
      const shape = this.#shape(candle);
      const begin = startMs + candle * lengthMs;
      const scale = this.#scale(candle);
      for (const [turn, price] of [
        [shape.firstTurn, shape.first],
        [shape.secondTurn, shape.second],
      ] as const) {
        const at = begin + turn * lengthMs;
        if (at > afterMs && at <= untilMs) turns.push(price * scale);
      }
    }
    return turns;
  }

  /** Complete candles, exactly as recorded. */
  #whole(candle: number, count: number): Stretch {
    const { open, high, low, close, volume } = this.#candles;
    const first = this.#recorded(candle);
    const last = this.#recorded(candle + count - 1);
    let highest = 0;
    let lowest = Infinity;
    let traded = 0;
    for (let i = candle; i < candle + count; i++) {
      const recorded = this.#recorded(i);
      const scale = this.#scale(i);
      highest = Math.max(highest, high[recorded]! * scale);
      lowest = Math.min(lowest, low[recorded]! * scale);
      traded += volume[recorded]!;
    }
    return {
      open: open[first]! * this.#scale(candle),
      high: highest,
      low: lowest,
      close: close[last]! * this.#scale(candle + count - 1),
      volume: traded,
    };
  }

  /** A part of one candle (a minute of five). */
  #part(offset: number, lengthMs: number): Stretch {
    const { lengthMs: step, volume } = this.#candles;
    const candle = Math.floor(offset / step);
    const from = offset / step - candle;
    const to = Math.min(1, (offset + lengthMs) / step - candle);
    const open = this.#within(candle, from);
    const close = this.#within(candle, to);
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    const samples = Math.ceil(lengthMs / SAMPLE_MS);
    const look = (fraction: number): void => {
      const price = this.#within(candle, fraction);
      high = Math.max(high, price);
      low = Math.min(low, price);
    };
    for (let i = 1; i < samples; i++) look(from + ((to - from) * i) / samples);
    const { firstTurn, secondTurn } = this.#shape(candle);
    for (const turn of [firstTurn, secondTurn]) if (turn >= from && turn < to) look(turn);
    return { open, high, low, close, volume: volume[this.#recorded(candle)]! * (to - from) };
  }

  #within(candle: number, fraction: number): number {
    const { open, close, high, low } = this.#candles;
    const i = this.#recorded(candle);
    const shape = this.#shape(candle);
    const { firstTurn, secondTurn } = shape;
    let from = 0;
    let to = firstTurn;
    let fromPrice = open[i]!;
    let toPrice = shape.first;
    if (fraction >= secondTurn) {
      [from, to, fromPrice, toPrice] = [secondTurn, 1, shape.second, close[i]!];
    } else if (fraction >= firstTurn) {
      [from, to, fromPrice, toPrice] = [firstTurn, secondTurn, shape.first, shape.second];
    }
    const t = (fraction - from) / (to - from);
    const straight = fromPrice + (toPrice - fromPrice) * t;
    // Zero at the turns, largest half-way between them.
    const room = (high[i]! - low[i]!) * JITTER_SIZE * 4 * t * (1 - t);
    const price = Math.min(high[i]!, Math.max(low[i]!, straight + room * this.#jitter(candle, fraction)));
    return price * this.#scale(candle);
  }

  #jitter(candle: number, fraction: number): number {
    const x = candle + fraction;
    const noise = (octave: number, perCandle: number) =>
      smoothNoise(this.#seed, JITTER + octave, 0, x * perCandle);
    return 0.55 * noise(0, 9) + 0.3 * noise(1, 31) + 0.15 * noise(2, 127);
  }

  #shape(candle: number): Shape {
    const { open, close, high, low } = this.#candles;
    const i = this.#recorded(candle);
    const draw = (stream: number) => uniform(this.#seed, stream, 0, candle);
    // A rising candle more often reaches its low first, a falling one its high.
    const rises = close[i]! >= open[i]!;
    const lowFirst = draw(ORDER) < 0.7 ? rises : !rises;
    return {
      firstTurn: 0.1 + 0.35 * draw(FIRST_TURN),
      secondTurn: 0.55 + 0.35 * draw(SECOND_TURN),
      first: lowFirst ? low[i]! : high[i]!,
      second: lowFirst ? high[i]! : low[i]!,
    };
  }

  #recorded(candle: number): number {
    return candle % this.#candles.count;
  }

  #scale(candle: number): number {
    const loops = Math.floor(candle / this.#candles.count);
    return loops === 0 ? 1 : this.#loopScale ** loops;
  }
}
