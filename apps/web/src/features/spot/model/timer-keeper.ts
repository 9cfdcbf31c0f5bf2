import type { CallOutput } from '@tallystick/protocol';

export type CancelTimer = CallOutput<'GET coin/cancel_timers'>['timers'][number];

/** A dead man's switch that the app extends while it is open. */
export interface KeptTimer {
  readonly ownerId: number;
  readonly marketId: number;
  readonly afterMs: number;
  readonly scope: CancelTimer['scope'];
}

export interface KeeperOptions {
  readonly nowMs: () => number;
  /** Runs once, after that many milliseconds; returns what calls it off. */
  readonly later: (run: () => void, ms: number) => () => void;
  readonly isHidden: () => boolean;
  /** The customer logged in; undefined for a visitor. */
  readonly ownerId: () => number | undefined;
  readonly read: () => Promise<readonly CancelTimer[]>;
  readonly set: (kept: KeptTimer) => Promise<CancelTimer | null>;
  /** Where they survive a reload, but not the closing of the app. */
  readonly kept: { readonly read: () => unknown; readonly write: (kept: readonly KeptTimer[]) => void };
  /** A switch was extended, or is no longer extended. */
  readonly changed: (marketId: number, timer: CancelTimer | null) => void;
}

/** Hidden for longer, the app counts as left, and the switches run out. */
const HIDDEN_MS = 5 * 60_000;
/** How soon to try again without an answer. */
const RETRY_MS = 5000;

/**
 * Extends dead man's switches each time a third of their time is over, while the app is open and on the screen. A switch
 * that has run out or was switched off, here or on another device, stays off.
 */
export class TimerKeeper {
  readonly #options: KeeperOptions;
  readonly #kept = new Map<number, KeptTimer>();
  readonly #pending = new Map<number, () => void>();
  readonly #running = new Map<number, Promise<void>>();
  #hiddenSinceMs: number | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  isKept(marketId: number): boolean {
    return this.#kept.has(marketId);
  }

  /** From now on extends a switch that has just been set. */
  keep(timer: KeptTimer): void {
    this.#kept.set(timer.marketId, timer);
    this.#store();
    this.#plan(timer, timer.afterMs / 3);
  }

  /** No longer extends it. Resolves once no extension of it is under way. */
  async drop(marketId: number): Promise<void> {
    this.#pending.get(marketId)?.();
    this.#pending.delete(marketId);
    if (this.#kept.delete(marketId)) this.#store();
    await this.#running.get(marketId);
  }

  /** Goes on with those of this tab after a reload. */
  resume(): void {
    for (const timer of restore(this.#options.kept.read())) {
      if (this.#kept.has(timer.marketId)) continue;
      this.#kept.set(timer.marketId, timer);
      this.#plan(timer, 0);
    }
  }

  /** To be called when the app is hidden or shown. */
  look(): void {
    if (this.#options.isHidden()) {
      this.#hiddenSinceMs ??= this.#options.nowMs();
      return;
    }
    this.#hiddenSinceMs = undefined;
    for (const timer of this.#kept.values()) if (!this.#pending.has(timer.marketId)) this.#plan(timer, 0);
  }

  #plan(timer: KeptTimer, ms: number): void {
    const { marketId } = timer;
    this.#pending.get(marketId)?.();
    this.#pending.set(
      marketId,
      this.#options.later(() => {
        this.#pending.delete(marketId);
        const turn = this.#turn(timer).finally(() => {
          if (this.#running.get(marketId) === turn) this.#running.delete(marketId);
        });
        this.#running.set(marketId, turn);
      }, ms),
    );
  }

  async #turn(timer: KeptTimer): Promise<void> {
    const { nowMs, ownerId, read, set, changed } = this.#options;
    const { marketId, afterMs, scope } = timer;
    const isCurrent = () => this.#kept.get(marketId) === timer;
    if (ownerId() !== timer.ownerId) {
      this.#kept.delete(marketId);
      this.#store();
      return;
    }
    // `look` goes on with it once the app is shown again.
    if (this.#hiddenSinceMs !== undefined && nowMs() - this.#hiddenSinceMs > HIDDEN_MS) return;
    try {
      const running = (await read()).find(one => one.market_id === marketId);
      if (!isCurrent()) return;
      if (running?.scope !== scope) {
        this.#kept.delete(marketId);
        this.#store();
        changed(marketId, running ?? null);
        return;
      }
      const extended = await set(timer);
      changed(marketId, extended);
      if (isCurrent()) this.#plan(timer, afterMs / 3);
    } catch {
      // Offline, or the exchange restarts: the time goes on, and the next try may come in time.
      if (isCurrent()) this.#plan(timer, Math.min(RETRY_MS, afterMs / 3));
    }
  }

  #store(): void {
    this.#options.kept.write([...this.#kept.values()]);
  }
}

function restore(kept: unknown): KeptTimer[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown): KeptTimer[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { ownerId, marketId, afterMs, scope } = one as Readonly<Record<string, unknown>>;
    const areNumbers = [ownerId, marketId, afterMs].every(Number.isSafeInteger);
    if (!areNumbers || (scope !== 'all' && scope !== 'guarded')) return [];
    return [{ ownerId, marketId, afterMs, scope } as KeptTimer];
  });
}
