import type { FormEvent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { UNTOUCHED, type Problem, type Touched } from './problem.ts';
import { useForm, type Form, type FormOptions } from './use-form.ts';

type P = Problem<'missing' | 'elsewhere', 'amount' | 'text' | 'place'>;
const amount: P = { code: 'missing', field: 'amount' };
const text: P = { code: 'missing', field: 'text' };
const place: P = { code: 'elsewhere', field: 'place' };

let touched: Touched<P['field']>;
let focused: string[];
let sent: number;
beforeEach(() => {
  touched = UNTOUCHED;
  focused = [];
  sent = 0;
});

/** Renders a form with inputs for amount and text, with the current `touched`. */
function form(problems: readonly P[], options: FormOptions<P> = {}): Form<P> {
  const drawn: Form<P>[] = [];
  function Drawn({ take }: { readonly take: (form: Form<P>) => void }) {
    const kept = [touched, (next: Touched<P['field']>) => void (touched = next)] as const;
    take(useForm(problems, { ...options, kept }));
    return null;
  }
  renderToStaticMarkup(<Drawn take={one => drawn.push(one)} />);
  return drawn[0] as Form<P>;
}

const element = {
  querySelector: (selector: string) =>
    /"(amount|text)"/.test(selector) ? { focus: () => void focused.push(selector) } : null,
} as unknown as HTMLFormElement;

function press(problems: readonly P[], options?: FormOptions<P>): void {
  const event = { preventDefault: vi.fn(), currentTarget: element };
  form(problems, options).guard(() => void (sent += 1))(event as unknown as FormEvent<HTMLFormElement>);
  expect(event.preventDefault).toHaveBeenCalledOnce();
}

test('what lacks nothing is sent', () => {
  press([]);
  expect([sent, focused, touched]).toEqual([1, [], UNTOUCHED]);
});

test('a press leads to the first problem, and from then on all are shown', () => {
  press([amount, text]);
  expect([sent, focused]).toEqual([0, ['[name="amount"]']]);
  const after = form([amount, text]);
  expect([after.blocker, after.shown('amount'), after.shown('text')]).toEqual([amount, amount, text]);
});

test('to one that no input can mend, the form leads itself', () => {
  const lead = vi.fn(({ field }: P) => field === 'place');
  press([place, amount], { lead });
  expect([lead.mock.calls.length, focused]).toEqual([1, []]);
  press([amount, place], { lead });
  expect(focused).toEqual(['[name="amount"]']);
});

test('where there is nothing to lead to, the problems are shown all the same', () => {
  press([place]);
  expect(form([place]).shown('place')).toBe(place);
});

test('a field that was left says what is wrong with it', () => {
  form([amount, text]).leave('text');
  const after = form([amount, text]);
  expect([after.shown('amount'), after.shown('text')]).toEqual([undefined, text]);
});

test('once it was sent, what is empty is not missing', () => {
  press([amount]);
  form([amount]).restart();
  expect(form([amount]).shown('amount')).toBeUndefined();
});
