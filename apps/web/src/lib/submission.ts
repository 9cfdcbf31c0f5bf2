import { outcomeOf } from './errors.ts';
import { createSignal } from './signal.ts';
import { setUnderWay } from './under-way.ts';

/** `unknown`: no answer came, so that nobody knows whether it was done. */
export type Phase = 'idle' | 'sending' | 'unknown' | 'refused' | 'done';

export interface SubmissionState {
  readonly phase: Phase;
  /** What the last attempt failed with; undefined after a success, and while another runs. */
  readonly error: unknown;
}

const IDLE: SubmissionState = { phase: 'idle', error: undefined };

export type Sent<Result> = { readonly result: Result } | { readonly error: unknown } | undefined;

/** How far a form has come with sending: one request at a time. */
export class Submission {
  #state = IDLE;
  readonly #changed = createSignal<void>();

  readonly listen = this.#changed.listen;
  readonly read = (): SubmissionState => this.#state;

  /** Never throws. A call while another runs does nothing and resolves to undefined. */
  async run<Result>(send: () => Promise<Result>): Promise<Sent<Result>> {
    if (this.#state.phase === 'sending') return undefined;
    this.#change({ phase: 'sending', error: undefined });
    setUnderWay(this, true);
    try {
      const result = await send();
      this.#change({ phase: 'done', error: undefined });
      return { result };
    } catch (error) {
      this.#change({ phase: outcomeOf(error) === 'lost' ? 'unknown' : 'refused', error });
      return { error };
    } finally {
      setUnderWay(this, false);
    }
  }

  /** The input has changed: the error of the input before is no longer shown. */
  readonly clear = (): void => {
    if (this.#state.phase !== 'sending') this.#change(IDLE);
  };

  #change(state: SubmissionState): void {
    if (this.#state.phase === state.phase && this.#state.error === state.error) return;
    this.#state = state;
    this.#changed.emit();
  }
}
