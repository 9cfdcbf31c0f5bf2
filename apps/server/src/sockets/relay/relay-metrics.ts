import { Counter, Gauge, type Registry } from 'prom-client';

export interface RelayMetrics {
  /** Whether pages have their public topics from a feed. */
  relays(isRelayed: boolean): void;
  /** All pages were told to begin anew: another source speaks, or frames of a feed were lost. */
  began(why: 'feed' | 'gap' | 'silent'): void;
}

export function relayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry];
  const relayed = new Gauge({
    name: 'tallystick_topics_relayed',
    help: '1: pages have their public topics from a feed; 0: from this process',
    registers,
  });
  const begun = new Counter({
    name: 'tallystick_topics_begun_total',
    help: 'Times all pages were told to begin public topics anew: a feed speaks, frames were lost, or no feed speaks',
    labelNames: ['why'],
    registers,
  });
  return { relays: isRelayed => relayed.set(isRelayed ? 1 : 0), began: why => begun.inc({ why }) };
}
