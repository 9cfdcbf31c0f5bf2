import type { WirePerpetualAlert } from '@tallystick/protocol';

type Listener = (alerts: readonly WirePerpetualAlert[]) => void;

const KEPT = 20;
const KEPT_MS = 10 * 60_000;

/** Sends alerts to listening sockets and keeps those of the last minutes for clients that connect late. */
export class AlertFeed {
  readonly #now: () => number;
  readonly #listeners = new Map<number, Set<Listener>>();
  #forgotAtMs = 0;
  /** Newest first. */
  readonly #recent = new Map<number, readonly WirePerpetualAlert[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  put(customerId: number, alert: WirePerpetualAlert): void {
    this.#forgetOld();
    const recent = this.#recent.get(customerId) ?? [];
    // The feed may deliver an event twice.
    if (recent.some(({ alert_id }) => alert_id === alert.alert_id)) return;
    this.#recent.set(customerId, [alert, ...recent].slice(0, KEPT));
    for (const listener of this.#listeners.get(customerId) ?? []) listener([alert]);
  }

  /** Newest first. */
  recent(customerId: number): readonly WirePerpetualAlert[] {
    const since = this.#now() - KEPT_MS;
    return (this.#recent.get(customerId) ?? []).filter(({ at_ms }) => at_ms > since);
  }

  subscribe(customerId: number, listener: Listener): () => void {
    let listeners = this.#listeners.get(customerId);
    if (listeners === undefined) this.#listeners.set(customerId, (listeners = new Set()));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(customerId);
    };
  }

  /** Run now and then: one funding produces an alert for every position. */
  #forgetOld(): void {
    const nowMs = this.#now();
    if (nowMs - this.#forgotAtMs < KEPT_MS) return;
    this.#forgotAtMs = nowMs;
    for (const [customerId, alerts] of this.#recent) {
      if (alerts.every(({ at_ms }) => at_ms <= nowMs - KEPT_MS)) this.#recent.delete(customerId);
    }
  }
}
