import { useState, type FormEvent } from 'react';
import { inputOf, leaveField, shownProblem, UNTOUCHED, type AnyProblem, type Touched } from './problem.ts';

export interface FormOptions<P extends AnyProblem> {
  /** Problems of what is not filled in yet: shown after a try or on leaving the field, the others at once. Default: all. */
  readonly unfinished?: readonly P['code'][];
  /** Leads to a problem that no input of the form can mend; false: it is about an input. */
  readonly lead?: (problem: P, form: HTMLFormElement) => boolean;
  /** Where what was touched outlives the form. */
  readonly kept?: readonly [Touched<P['field']>, (touched: Touched<P['field']>) => void];
}

export interface Form<P extends AnyProblem> {
  /** The first problem, which the button says; undefined when the form can be sent. */
  readonly blocker: P | undefined;
  readonly shown: (field: P['field']) => P | undefined;
  readonly leave: (field: P['field']) => void;
  /** For `onSubmit`, of button and Enter alike: sends when nothing is missing, else shows all and goes to the first. */
  readonly guard: (send: () => unknown) => (event: FormEvent<HTMLFormElement>) => void;
  /** The same without an event, for buttons that are no submit. */
  readonly check: (form: HTMLFormElement | null) => boolean;
  /** It was sent: what is empty now is not missing. */
  readonly restart: () => void;
}

/** Which problems a form shows and where a press leads; `problems` in the order of the page, by the names of its inputs. */
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
