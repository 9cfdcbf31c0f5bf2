import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sendIdempotently, type IdempotentCall } from './idempotent-call.ts';
import { Submission } from './submission.ts';

/** Arguments of `submit`; none if there is no request, so that it can be an event handler. */
type Handed<Request, Proof> = [Proof] extends [void]
  ? [Request] extends [void]
    ? []
    : [request: Request]
  : [request: Request, proof: Proof];

export interface Submit<Request = void, Proof = void> {
  readonly busy: boolean;
  /** It is unknown whether the last request arrived; sending the same again is safe. */
  readonly unsure: boolean;
  /** The last attempt's error; undefined after a success or while a new attempt runs. */
  readonly error: unknown;
  /** Resolves to true if the server did it. A call while another runs does nothing. */
  readonly submit: (...handed: Handed<Request, Proof>) => Promise<boolean>;
  /** Call when the input has changed: removes the error of the previous input, but keeps its idempotency key. */
  readonly clearError: () => void;
}

export interface SubmitHandlers<Request, Result> {
  /** `sent`: the request that led to this result. */
  readonly onDone?: (result: Result, sent: Request) => void;
  /** Shows a refusal, or that no answer came, if the form itself does not. */
  readonly onFailed?: (error: unknown, unsure: boolean, request: Request) => void;
}

/**
 * Sends a form, by button or Enter. An idempotent call gets its key from `Intents` (docs/decisions/0075). A plain
 * function has no key and is called once: for actions that may safely be done twice, or that the server allows once.
 */
export function useSubmit<Request = void, Result = void, Proof = void>(
  what: IdempotentCall<Request, Result, Proof> | ((request: Request) => Promise<Result>),
  handlers: SubmitHandlers<Request, Result> = {},
): Submit<Request, Proof> {
  const [submission] = useState(() => new Submission());
  const { phase, error } = useSyncExternalStore(submission.listen, submission.read, submission.read);
  const latest = useRef({ what, handlers });
  useEffect(() => {
    latest.current = { what, handlers };
  });
  const submit = useCallback(
    async (...handed: Handed<Request, Proof>) => {
      const [request, proof] = handed as unknown as [Request, Proof];
      // The versions of the moment of the press.
      const {
        what: pressed,
        handlers: { onDone, onFailed },
      } = latest.current;
      const sent = await submission.run(async () =>
        typeof pressed === 'function'
          ? { result: await pressed(request), sent: request }
          : sendIdempotently(pressed, request, proof),
      );
      if (sent === undefined) return false;
      if ('result' in sent) {
        onDone?.(sent.result.result, sent.result.sent);
        return true;
      }
      onFailed?.(sent.error, submission.read().phase === 'unknown', request);
      return false;
    },
    [submission],
  );
  return {
    busy: phase === 'sending',
    unsure: phase === 'unknown',
    error,
    submit,
    clearError: submission.clear,
  };
}

/** Changes a form's input and removes the error of the previous input. */
export function useInput<Action>(change: (action: Action) => void, clearError: () => void): typeof change {
  return useCallback(
    action => {
      clearError();
      change(action);
    },
    [change, clearError],
  );
}
