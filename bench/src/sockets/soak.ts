import { median } from '../report.ts';
import { SocketsBench, type Losses } from './sockets-bench.ts';

export interface SoakOptions {
  readonly readers: number;
  readonly silent: number;
  readonly flooding: number;
  readonly seconds: number;
}

export interface Soak {
  /** After a garbage collection, at the end of each part. */
  readonly heapsMb: readonly number[];
  /** The median heap of the last third minus that of the first. */
  readonly growthMb: number;
  readonly losses: Losses;
  /** Of the worst part. */
  readonly p99Ms: number;
}

const PARTS = 12;

/** Measures readers beside an attack for the given time. */
export async function soak(options: SoakOptions, progress: (text: string) => void): Promise<Soak> {
  const bench = await SocketsBench.start(options.readers);
  try {
    await bench.attack(options.silent, options.flooding);
    // The first part does not count: in it connections get data that they keep.
    await bench.phase(options.seconds / PARTS);
    const heapsMb: number[] = [];
    let p99Ms = 0;
    for (let part = 1; part <= PARTS; part++) {
      const phase = await bench.phase(options.seconds / PARTS);
      heapsMb.push(phase.heapMb);
      p99Ms = Math.max(p99Ms, phase.p99Ms);
      progress(`${part} of ${PARTS}: heap ${phase.heapMb.toFixed(1)} MB, p99 ${phase.p99Ms} ms`);
    }
    const losses = await bench.losses();
    await bench.stop();
    const third = PARTS / 3;
    return {
      heapsMb,
      growthMb: median(heapsMb.slice(-third)) - median(heapsMb.slice(0, third)),
      losses,
      p99Ms,
    };
  } finally {
    bench.kill();
  }
}
