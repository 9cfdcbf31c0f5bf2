import { goalRow, infoRow, progress, report } from '../report.ts';
import { measureThroughGateways, type ThroughGatewaysOptions } from './through-gateways.ts';

const WARM_UP_S = 5;
/** From the tick's record to the page, with the tenth of a second in which market data gather. */
const GOAL_P99_MS = 500;

type Options = Pick<ThroughGatewaysOptions, 'gateways' | 'clients' | 'feeds' | 'measureS'>;

/** Measures pages behind gateways, and prints it. */
export async function reportThroughGateways(options: Options): Promise<void> {
  const { gateways, clients, feeds, measureS } = options;
  const measured = await measureThroughGateways({ ...options, warmUpS: WARM_UP_S, onProgress: progress });
  const { p50Ms, p99Ms, messages, missing, resyncs, closed, relaying, cpuUs } = measured;
  const perSecond = messages / measureS;
  const perMessage = (kind: keyof typeof cpuUs): number => cpuUs[kind] / perSecond;
  report(
    [
      infoRow('delay: p50', p50Ms, 'ms', 'lower'),
      goalRow('delay: p99', p99Ms, 'ms', GOAL_P99_MS, 'lower'),
      infoRow('messages delivered', perSecond, 'messages/s', 'higher'),
      goalRow('messages missing', missing, 'messages', 0, 'lower'),
      goalRow('pages closed', closed, 'pages', 0, 'lower'),
      infoRow('pages told to begin anew', resyncs, 'times', 'lower'),
      goalRow('gateways that hear a feed', relaying, 'gateways', feeds === 0 ? 0 : gateways, 'higher'),
      infoRow('processor of the gateways for a message', perMessage('gateway'), 'µs', 'lower'),
      infoRow('processor of the feed for a message', perMessage('feed'), 'µs', 'lower'),
      infoRow('processor of each gateway', cpuUs.gateway / gateways / 10_000, '% of a core', 'lower'),
      infoRow('processor of the feeds', cpuUs.feed / 10_000, '% of a core', 'lower'),
      infoRow('processor of the core', cpuUs.core / 10_000, '% of a core', 'lower'),
      infoRow('processor of NATS', cpuUs.nats / 10_000, '% of a core', 'lower'),
    ],
    [
      `${clients} pages behind ${gateways} gateways, ${feeds} feeds; one page in five watches a whole trade page, the others an`,
      'index. Ticks and trades come four times a second; delay is from a tick’s record to its page.',
    ],
  );
}
