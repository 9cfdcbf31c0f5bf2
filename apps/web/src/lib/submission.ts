import { outcomeOf } from './errors.ts';
import { createSignal } from './signal.ts';
import { setUnderWay } from './under-way.ts';

/** `unknown`: no answer came, so it may or may not have been done. */
export type Phase = 'idle' | 'sending' | 'unknown' | 'refused' | 'done';

export interface SubmissionState {
  readonly phase: Phase;
  /** The last attempt's error; undefined after a success, and while another attempt runs. */
  readonly error: unknown;
}

const IDLE: SubmissionState = { phase: 'idle', error: undefined };

export type Sent<Result> = { readonly result: Result } | { readonly error: unknown } | undefined;

/** The state of sending a form: one request at a time. */
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

  /** Call when the input has changed: removes the error of the previous input. */
  readonly clear = (): void => {
    if (this.#state.phase !== 'sending') this.#change(IDLE);
  };

  #change(state: SubmissionState): void {
    if (this.#state.phase === state.phase && this.#state.error === state.error) return;
    this.#state = state;
    this.#changed.emit();
  }
}
