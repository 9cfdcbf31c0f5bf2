import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { errorText } from '#i18n/error-text.ts';
import { refusedField } from '#lib/errors.ts';
import { ErrorId } from './error-id.tsx';
import { ErrorWords } from './why.tsx';
import styles from './refusal.module.css';

interface Refusal {
  readonly error: unknown;
  /** Name of the input that is refused; undefined when the refusal is about none of this form. */
  readonly field: string | undefined;
  readonly report: (error: unknown) => boolean;
}

const RefusalContext = createContext<Refusal>({ error: undefined, field: undefined, report: () => false });

export interface RefusalsProps {
  /** What the server said to the last attempt. */
  readonly error: unknown;
  /** The form's inputs by the names under which the server knows them, or by a code that names no field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/**
 * A form around its fields. A refusal is shown at the field it is about, which also gets the focus, until the field
 * changes. A refusal about no field is shown in the form's {@link RefusalNote}.
 */
export function Refusals({ error: ofAttempt, fields, children }: RefusalsProps) {
  const [reported, setReported] = useState<unknown>(undefined);
  // The newest word counts.
  if (ofAttempt !== undefined && reported !== undefined) setReported(undefined);
  const error = ofAttempt ?? reported;
  const field = refusedField(error, fields);
  useEffect(() => {
    if (field === undefined) return;
    // A sheet's form comes after that of the page below it. The next attempt, while it runs, has no refusal.
    [...document.getElementsByName(field)].at(-1)?.focus();
  }, [field]);
  const refusal = useMemo(() => {
    const report = (reason: unknown): boolean => {
      const isOurs = refusedField(reason, fields) !== undefined;
      setReported(isOurs ? reason : undefined);
      return isOurs;
    };
    return { error, field, report };
  }, [error, field, fields]);
  return <RefusalContext value={refusal}>{children}</RefusalContext>;
}

/**
 * For a part of the form that makes calls of its own, such as for a code. The function shows a refusal at the field it is
 * about and returns whether there is such a field; if there is none, an earlier refusal is no longer shown.
 */
export function useReportRefusal(): (error: unknown) => boolean {
  return useContext(RefusalContext).report;
}

/** What the server refused about the input of this name, while it still holds what was refused. */
export function useRefusal(name: string | undefined, value: string): ReactElement | undefined {
  const { error, field } = useContext(RefusalContext);
  const refused = name !== undefined && field === name ? error : undefined;
  const [seen, setSeen] = useState({ refused, value });
  if (seen.refused !== refused) setSeen({ refused, value });
  return refused !== undefined && seen.value === value ? <ErrorWords error={refused} /> : undefined;
}

/** A refusal that is about no field of the form. Scrolls into view: on a small screen the keyboard may cover it. */
export function RefusalNote() {
  const { error, field } = useContext(RefusalContext);
  if (error === undefined || field !== undefined) return null;
  const text = errorText(error);
  return (
    <div
      key={text}
      ref={element => element?.scrollIntoView({ block: 'nearest' })}
      role="alert"
      className={styles['note']}
    >
      <ErrorWords error={error} />
      <ErrorId error={error} />
    </div>
  );
}
