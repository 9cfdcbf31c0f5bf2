import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sendIdempotently, type IdempotentCall } from './idempotent-call.ts';
import { Submission } from './submission.ts';

/** Nothing to hand over: then it is an event handler, too. */
type Handed<Request, Proof> = [Proof] extends [void]
  ? [Request] extends [void]
    ? []
    : [request: Request]
  : [request: Request, proof: Proof];

export interface Submit<Request = void, Proof = void> {
  readonly busy: boolean;
  /** It is not known whether the last one arrived: sending the same again is safe. */
  readonly unsure: boolean;
  /** What the last attempt failed with; undefined after a success or once a new attempt runs. */
  readonly error: unknown;
  /** Resolves to true when the server did it. A call while another runs does nothing. */
  readonly submit: (...handed: Handed<Request, Proof>) => Promise<boolean>;
  /** For an input that changed: removes the error of the input before. The idempotency key of that input is kept. */
  readonly clearError: () => void;
}

export interface SubmitHandlers<Request, Result> {
  /** `sent`: the request it is the result of. */
  readonly onDone?: (result: Result, sent: Request) => void;
  /** Shows what was refused, or that no answer came, where the form itself does not show it. */
  readonly onFailed?: (error: unknown, unsure: boolean, request: Request) => void;
}

/**
 * The way to send a form, shared by button and Enter. An action has an idempotency key by the one rule of `Intents`
 * (docs/decisions/0075). A function has no key and is called once: for what may be done twice, or cannot be.
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
      // As they were when it was pressed.
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

/** Changes the input of a form and removes the error of the input before. */
export function useInput<Action>(change: (action: Action) => void, clearError: () => void): typeof change {
  return useCallback(
    action => {
      clearError();
      change(action);
    },
    [change, clearError],
  );
}
