import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from './api-client.ts';
import { endsIntent } from './errors.ts';

export interface GuardedSubmit {
  readonly busy: boolean;
  /** What the last attempt failed with; undefined after a success or once a new attempt runs. */
  readonly error: unknown;
  readonly submit: () => void;
  readonly clearError: () => void;
}

/**
 * One way to send a form, shared by button and Enter: while it runs, further presses do nothing. The
 * idempotency key stays the same while the server's answer is unknown (no connection, too busy), so that a
 * retry cannot do the deed twice; any definite answer ends it, a refusal too: pressed again it is meant anew.
 */
export function useGuardedSubmit(send: (idempotencyKey: string) => Promise<void>): GuardedSubmit {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const running = useRef(false);
  const key = useRef<string | undefined>(undefined);
  const input = useRef(send);
  useEffect(() => {
    input.current = send;
  });

  const submit = useCallback(() => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    const sentKey = (key.current ??= newIdempotencyKey());
    const attempt = async () => {
      try {
        await input.current(sentKey);
        key.current = undefined;
      } catch (reason) {
        if (endsIntent(reason)) key.current = undefined;
        setError(reason);
      } finally {
        running.current = false;
        setBusy(false);
      }
    };
    void attempt();
  }, []);

  const clearError = useCallback(() => {
    // The input changed: the next attempt is another deed and needs another key.
    key.current = undefined;
    setError(undefined);
  }, []);

  return { busy, error, submit, clearError };
}
