import { useCallback, useRef, useState } from 'react';
import { newIdempotencyKey } from '#lib/api-client.ts';
import { ApiError, endsIntent } from '#lib/errors.ts';
import { createIntentKeys, sendOnce, type IntentKeys } from '#lib/send-once.ts';
import { showRefusal, showToast } from './toast.ts';

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const isOpen = (error: unknown) => error instanceof ApiError && error.isTransient;

/** For one kind of deed, outside components: leaving and coming back must not forget an open intent. */
export interface Deed<Request, Result> {
  readonly keys: IntentKeys<Request>;
  readonly run: (request: Request, key: string) => Promise<Result>;
}

export function defineDeed<Request, Result>(
  run: (request: Request, key: string) => Promise<Result>,
): Deed<Request, Result> {
  return { keys: createIntentKeys<Request>(newIdempotencyKey), run };
}

/** Asks again when an answer is lost, and throws when none came: the same sent later is still the same intent. */
export function sendDeed<Request, Result>(
  { keys, run }: Deed<Request, Result>,
  request: Request,
): Promise<Result> {
  return sendOnce(request, { keys, place: run, isOpen, endsIntent, pause });
}

export interface Send<Request> {
  readonly busy: boolean;
  /** It is not known whether the last one arrived: sending the same again is safe. */
  readonly unsure: boolean;
  /** Resolves to true when the server did it. A call while another runs does nothing. */
  readonly send: (request: Request) => Promise<boolean>;
}

/**
 * Sends one at a time, asks again when an answer is lost, and says what became of it; `unsureText` when no answer came.
 */
export function useSend<Request, Result>(
  deed: Deed<Request, Result>,
  announce: (result: Result) => void,
  unsureText: string,
): Send<Request> {
  const [busy, setBusy] = useState(false);
  const [unsure, setUnsure] = useState(false);
  const running = useRef(false);
  const send = useCallback(
    async (request: Request) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        announce(await sendDeed(deed, request));
        setUnsure(false);
        return true;
      } catch (error) {
        setUnsure(isOpen(error));
        if (isOpen(error)) showToast(unsureText, 'bad');
        else showRefusal(error);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [announce, deed, unsureText],
  );
  return { busy, unsure, send };
}
