import { useState, type FormEvent } from 'react';
import { inputOf, leaveField, shownProblem, UNTOUCHED, type AnyProblem, type Touched } from './problem.ts';

export interface FormOptions<P extends AnyProblem> {
  /** Problems of empty fields: shown after a try to send or on leaving the field, others at once. Default: all. */
  readonly unfinished?: readonly P['code'][];
  /** Leads to a problem that no input of the form can solve; returns false if an input can. */
  readonly lead?: (problem: P, form: HTMLFormElement) => boolean;
  /** State for `touched` that outlives the form. */
  readonly kept?: readonly [Touched<P['field']>, (touched: Touched<P['field']>) => void];
}

export interface Form<P extends AnyProblem> {
  /** The first problem, shown on the button; undefined when the form can be sent. */
  readonly blocker: P | undefined;
  readonly shown: (field: P['field']) => P | undefined;
  readonly leave: (field: P['field']) => void;
  /** For `onSubmit`: sends if there is no problem; otherwise shows all problems and goes to the first. */
  readonly guard: (send: () => unknown) => (event: FormEvent<HTMLFormElement>) => void;
  /** The same without an event, for buttons other than submit; true if there is no problem. */
  readonly check: (form: HTMLFormElement | null) => boolean;
  /** Call after sending: the emptied fields show no problems. */
  readonly restart: () => void;
}

/** Which problems a form shows, and which field gets the focus. `problems`: in the order of the inputs on the page. */
export function useForm<P extends AnyProblem>(problems: readonly P[], options: FormOptions<P> = {}): Form<P> {
  const { unfinished, lead, kept } = options;
  const own = useState<Touched<P['field']>>(UNTOUCHED);
  const [touched, touch] = kept ?? own;
  const [blocker] = problems;
  const check = (form: HTMLFormElement | null): boolean => {
    if (!blocker) return true;
    touch({ ...touched, tried: true });
    if (form && lead?.(blocker, form) !== true) inputOf(form, blocker)?.focus();
    return false;
  };
  return {
    blocker,
    shown: field => shownProblem(problems, field, touched, unfinished),
    leave: field => touch(leaveField(touched, field)),
    guard: send => event => {
      event.preventDefault();
      if (check(event.currentTarget)) send();
    },
    check,
    restart: () => touch(UNTOUCHED),
  };
}
