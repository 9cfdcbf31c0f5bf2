import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface EngineMetrics {
  /** Counts one more command of a type with its result: accepted, refused, or the error it was rejected with. */
  count(type: string, result: string): void;
  readonly batchCommands: Histogram;
  readonly commitSeconds: Histogram;
  readonly commandSeconds: Histogram;
  readonly queued: Gauge;
  readonly sequence: Gauge;
  readonly projectSeconds: Histogram;
  readonly projectionsBehind: Gauge;
}

export function engineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  // Looking up a counter by its labels costs more than placing an order: counted here, copied when metrics are read.
  const tally: Record<string, Record<string, number>> = {};
  const commands = new Counter({
    name: 'tallystick_commands_total',
    help: 'Commands by type and result: accepted, refused, or the error they were turned away with',
    labelNames: ['type', 'result'],
    registers,
    collect() {
      commands.reset();
      for (const [type, counts] of Object.entries(tally)) {
        for (const [result, count] of Object.entries(counts)) commands.inc({ type, result }, count);
      }
    },
  });
  return {
    count(type, result) {
      const counts = (tally[type] ??= {});
      counts[result] = (counts[result] ?? 0) + 1;
    },
    batchCommands: new Histogram({
      name: 'tallystick_batch_commands',
      help: 'Commands committed together',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'tallystick_commit_seconds',
      help: 'Time a batch takes to be on disk',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    commandSeconds: new Histogram({
      name: 'tallystick_command_seconds',
      help: 'Time from submitting a command to its answer',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    queued: new Gauge({
      name: 'tallystick_queued_commands',
      help: 'Commands waiting for the core',
      registers,
    }),
    sequence: new Gauge({
      name: 'tallystick_sequence',
      help: 'Sequence of the newest committed command',
      registers,
    }),
    projectSeconds: new Histogram({
      name: 'tallystick_project_seconds',
      help: 'Time one transaction of the projector takes',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    projectionsBehind: new Gauge({
      name: 'tallystick_projections_behind',
      help: 'Committed commands whose consequences are not in the tables yet',
      registers,
    }),
  };
}
