import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * How an attempt to read at a replica ended: `away` (it cannot be reached, or does not answer), `lagging` (it had not
 * replayed what was told), `conflict` (this reading alone could not be made: cancelled by what was replayed, too long, cut
 * off, or all connections were in use), `refused` (any other error of a query).
 */
export type Attempt = 'served' | 'away' | 'lagging' | 'conflict' | 'refused';

export interface ReplicaMetrics {
  /** One reading at a replica; those that were not served were made again on the primary. */
  attempted(replica: string, result: Attempt): void;
  /** Whether a replica is out of use. */
  out(replica: string, isOut: boolean): void;
  /** Commands by which its tables are behind what was told, when it was asked last. */
  behind(replica: string, commands: number): void;
}

export function replicaMetrics(registry: Registry): ReplicaMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'tallystick_history_reads_total',
    help: 'Readings of history at a replica by how they ended: served, or away, lagging, conflict, refused, and then read on the primary',
    labelNames: ['replica', 'result'],
    registers,
  });
  const out = new Gauge({
    name: 'tallystick_replica_out',
    help: '1 while a replica is out of use and the primary reads in its place',
    labelNames: ['replica'],
    registers,
  });
  const behind = new Gauge({
    name: 'tallystick_replica_behind',
    help: 'Commands by which the tables of a replica were behind what this process had told, when it was asked last',
    labelNames: ['replica'],
    registers,
  });
  return {
    attempted: (replica, result) => attempts.inc({ replica, result }),
    out: (replica, isOut) => out.set({ replica }, isOut ? 1 : 0),
    behind: (replica, commands) => behind.set({ replica }, commands),
  };
}
