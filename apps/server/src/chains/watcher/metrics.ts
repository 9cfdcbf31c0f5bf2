import { Counter, Gauge, type Registry } from 'prom-client';
import type { Network } from '../networks.ts';
import type { WatcherHealth } from './chain-watcher.ts';

export interface ChainMetrics {
  failed(network: Network): void;
  reorganised(network: Network, blocks: number): void;
  /** One more transfer that was seen, confirmed, or ignored for a reason. */
  transfer(network: Network, what: string): void;
  show(health: WatcherHealth): void;
}

/** One for all watchers, because a registry accepts each name only once. */
export function chainMetrics(registry: Registry): ChainMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string): Gauge<'network'> =>
    new Gauge({ name, help, labelNames: ['network'], registers });
  const failures = new Counter({
    name: 'tallystick_chain_failures_total',
    help: 'Turns of a chain watcher that failed',
    labelNames: ['network'],
    registers,
  });
  const taken = new Counter({
    name: 'tallystick_chain_reorganised_blocks_total',
    help: 'Blocks that were read and then left the chain',
    labelNames: ['network'],
    registers,
  });
  const transfers = new Counter({
    name: 'tallystick_chain_transfers_total',
    help: 'Transfers to deposit addresses: seen, confirmed, or why they were ignored',
    labelNames: ['network', 'what'],
    registers,
  });
  const head = gauge('tallystick_chain_head_block', 'Newest block of the node');
  const scanned = gauge('tallystick_chain_scanned_block', 'Newest block that was read');
  const doubted = gauge(
    'tallystick_chain_doubted_transfers',
    'Transfers held back because a node speaks against them',
  );
  const waiting = gauge('tallystick_chain_waiting_reports', 'Transfers the deposits have not taken yet');
  return {
    failed: network => failures.inc({ network }),
    reorganised: (network, blocks) => taken.inc({ network }, blocks),
    transfer: (network, what) => transfers.inc({ network, what }),
    show({ network, headNumber, scannedNumber, doubted: held, waitingReports }) {
      if (headNumber !== null) head.set({ network }, headNumber);
      if (scannedNumber !== null) scanned.set({ network }, scannedNumber);
      doubted.set({ network }, held);
      waiting.set({ network }, waitingReports);
    },
  };
}
