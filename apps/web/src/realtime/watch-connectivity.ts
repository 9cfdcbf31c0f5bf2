import { createSignal } from '../lib/signal.ts';

/** `offline`: the device says that it has no network. `unreachable`: it has, but the server does not answer. */
export type Connectivity = 'online' | 'offline' | 'unreachable';

/** A new session opens a new connection, and phones lose theirs briefly: only longer interruptions are shown. */
const SILENCE_MS = 2_000;

export interface ReachSources {
  readonly calls: (listener: (answered: boolean) => void) => void;
  readonly socket: (listener: (connected: boolean) => void) => void;
  readonly device: (listener: (online: boolean) => void) => void;
  readonly isDeviceOnline: boolean;
  readonly nowMs: () => number;
}

/** Tracks whether the server can be reached, and when it last could. */
export function watchConnectivity({ calls, socket, device, isDeviceOnline, nowMs }: ReachSources) {
  let isOnline = isDeviceOnline;
  /** The server answered after the device reported being offline: some devices report that wrongly. */
  let contradicted = false;
  let silent = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let heard = false;
  let lostAtMs: number | undefined;
  let reach: Connectivity = isOnline ? 'online' : 'offline';
  const changed = createSignal<void>();

  const settle = (): void => {
    const next = !isOnline && !contradicted ? 'offline' : silent ? 'unreachable' : 'online';
    if (next === reach) return;
    if (reach === 'online') lostAtMs = heard ? nowMs() : undefined;
    reach = next;
    changed.emit();
  };
  const answered = (): void => {
    heard = true;
    contradicted = true;
    silent = false;
    settle();
  };
  /** If nothing more arrives, that answer was sent before the network failed: the device was right. */
  const failed = (): void => {
    contradicted = false;
    silent = true;
    settle();
  };
  calls(hasAnswered => {
    if (hasAnswered) answered();
    else failed();
  });
  socket(connected => {
    clearTimeout(silence);
    if (connected) answered();
    else silence = setTimeout(failed, SILENCE_MS);
  });
  device(online => {
    isOnline = online;
    contradicted = false;
    settle();
  });

  return {
    read: () => reach,
    /** Whether the server has answered anything in this visit. */
    wasHeard: () => heard,
    /** Milliseconds since 1970 when the server was lost; undefined while it is there, or if it never was in this visit. */
    lostAtMs: () => (reach === 'online' ? undefined : lostAtMs),
    listen: changed.listen,
  };
}
