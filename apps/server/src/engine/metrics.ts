import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface EngineMetrics {
  readonly commands: Counter<'type' | 'result'>;
  readonly batchCommands: Histogram;
  readonly commitSeconds: Histogram;
  readonly commandSeconds: Histogram;
  readonly queued: Gauge;
  readonly sequence: Gauge;
}

export function engineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  return {
    commands: new Counter({
      name: 'tallystick_commands_total',
      help: 'Commands by type and result (accepted, refused, replayed, or the error they were turned away with)',
      labelNames: ['type', 'result'],
      registers,
    }),
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
  };
}
