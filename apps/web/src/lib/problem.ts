/** Why a form cannot be sent: the text's key and values, and the field concerned. */
export interface Problem<Code extends string = string, Field extends string = string> {
  readonly code: Code;
  readonly field: Field;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Values for a problem's text. */
export type AnyProblem = Pick<Problem, 'code' | 'field'>;

/** How far the customer has used a form. */
export interface Touched<Field extends string = string> {
  /** Tried to send it. */
  readonly tried: boolean;
  /** Fields they have left. */
  readonly left: readonly Field[];
}

export const UNTOUCHED: Touched<never> = { tried: false, left: [] };

export function leaveField<Field extends string>(touched: Touched<Field>, field: Field): Touched<Field> {
  return touched.left.includes(field) ? touched : { ...touched, left: [...touched.left, field] };
}

/**
 * The problem to show at a field. An empty field is not wrong yet: `unfinished` problems (by default all) show once the
 * field was left or sending was tried, others at once.
 */
export function shownProblem<P extends AnyProblem>(
  problems: readonly P[],
  field: P['field'],
  { tried, left }: Touched,
  unfinished?: readonly P['code'][],
): P | undefined {
  const problem = problems.find(one => one.field === field);
  if (problem === undefined || tried || left.includes(field)) return problem;
  return unfinished === undefined || unfinished.includes(problem.code) ? undefined : problem;
}

/** The input to focus for a problem; undefined if the problem is about none. */
export function inputOf(
  form: Pick<ParentNode, 'querySelector'>,
  { field }: AnyProblem,
): HTMLElement | undefined {
  return form.querySelector<HTMLElement>(`[name="${field}"]`) ?? undefined;
}
