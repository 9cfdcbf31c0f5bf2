import { Counter, type Registry } from 'prom-client';

export interface BusMetrics {
  /** A frame that is not what it should be: changed on its way, of another version, or not from here. */
  refused(kind: string): void;
  /** A frame of a core that does not hold the lease in this process's database. */
  unknown(kind: string): void;
  /** A frame that was not sent, because NATS is lost or too slow. */
  dropped(kind: string): void;
  /** Commands sent again. */
  readonly retries: Counter;
  /** Times a gateway read the journal because no copy came. */
  readonly journalReads: Counter;
}

/** Of the processes' registries, of which tests have several. */
const known = new WeakMap<Registry, BusMetrics>();

/** The same for all parts of a process that use the bus. */
export function busMetrics(registry: Registry): BusMetrics {
  const made = known.get(registry) ?? makeMetrics(registry);
  known.set(registry, made);
  return made;
}

function makeMetrics(registry: Registry): BusMetrics {
  const registers = [registry];
  const refused = new Counter({
    name: 'tallystick_bus_frames_refused_total',
    help: 'Frames of the bus that were left out because they are not what they should be, by kind',
    labelNames: ['kind'],
    registers,
  });
  const unknown = new Counter({
    name: 'tallystick_bus_frames_unknown_total',
    help: 'Frames of the bus that were left out because their core does not hold the lease in this database, by kind',
    labelNames: ['kind'],
    registers,
  });
  const dropped = new Counter({
    name: 'tallystick_bus_frames_dropped_total',
    help: 'Frames of the bus that were not sent because NATS was lost or too slow, by kind',
    labelNames: ['kind'],
    registers,
  });
  return {
    refused: kind => refused.inc({ kind }),
    unknown: kind => unknown.inc({ kind }),
    dropped: kind => dropped.inc({ kind }),
    retries: new Counter({
      name: 'tallystick_bus_retries_total',
      help: 'Commands that a gateway sent again, because their answer did not come',
      registers,
    }),
    journalReads: new Counter({
      name: 'tallystick_follower_journal_reads_total',
      help: 'Times the follower read the journal because no copy of a row came, or one was missing',
      registers,
    }),
  };
}
