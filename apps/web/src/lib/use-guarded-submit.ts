import { useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from './api-client.ts';
import { endsIntent } from './errors.ts';
import { setUnderWay } from './under-way.ts';

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
  // A page that is left takes its key along: nothing can be repeated with it any more.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      setUnderWay(key, running.current);
    };
  }, []);

  const submit = useCallback(() => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    const sentKey = (key.current ??= newIdempotencyKey());
    setUnderWay(key, true);
    const attempt = async () => {
      try {
        await input.current(sentKey);
        key.current = undefined;
      } catch (reason) {
        if (endsIntent(reason)) key.current = undefined;
        setError(reason);
      } finally {
        running.current = false;
        setUnderWay(key, isHere.current && key.current !== undefined);
        setBusy(false);
      }
    };
    void attempt();
  }, []);

  const clearError = useCallback(() => {
    // The input changed: the next attempt is another deed and needs another key.
    key.current = undefined;
    setUnderWay(key, running.current);
    setError(undefined);
  }, []);

  return { busy, error, submit, clearError };
}
