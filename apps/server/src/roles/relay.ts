import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import { busMetrics } from '../engine/remote/bus-metrics.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import type { KnownRun } from '../engine/remote/known-run.ts';
import { Link } from '../engine/remote/link.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import type { Stops } from '../module/stops.ts';
import { relayMetrics } from '../sockets/relay/relay-metrics.ts';
import type { OpenRelay } from '../sockets/relay/relay.ts';
import { RelayedTopics } from '../sockets/relay/relayed-topics.ts';
import { natsSettings } from './nats-settings.ts';

export interface TopicBusOptions {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly stops: Stops;
  readonly known: KnownRun;
}

/** A feed's or a gateway's end of the way that public topics go: a connection of its own, so that nothing else waits for them. */
export function openTopicBus({ settings, registry, log, stops, known }: TopicBusOptions) {
  const { connection, prefix, key } = natsSettings(settings);
  const link = new Link({ connection, name: `tallystick ${settings.ROLE} topics`, log });
  stops.add(() => link.stop());
  const seal = new FrameSeal(key);
  return { link, subjects: subjectsOf(prefix), seal, known, log, metrics: busMetrics(registry) };
}

/** For a gateway's sockets: public topics of a feed while there is one. */
export function openRelay(options: TopicBusOptions): OpenRelay {
  const bus = openTopicBus(options);
  const metrics = { ...bus.metrics, ...relayMetrics(options.registry) };
  return ends => new RelayedTopics({ ...bus, ...ends, metrics }).start();
}
