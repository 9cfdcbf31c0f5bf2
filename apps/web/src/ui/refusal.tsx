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
  /** Name of the refused input; undefined if the refusal is about no input of this form. */
  readonly field: string | undefined;
  readonly report: (error: unknown) => boolean;
}

const RefusalContext = createContext<Refusal>({ error: undefined, field: undefined, report: () => false });

export interface RefusalsProps {
  /** The last attempt's error. */
  readonly error: unknown;
  /** The form's input names, by the server's field name, or by the code of a refusal that names no field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/**
 * A form around its fields. A refusal is shown at the field it is about, which also gets the focus, until the field
 * changes. A refusal about no field is shown in the form's {@link RefusalNote}.
 */
export function Refusals({ error: ofAttempt, fields, children }: RefusalsProps) {
  const [reported, setReported] = useState<unknown>(undefined);
  // The newest error counts.
  if (ofAttempt !== undefined && reported !== undefined) setReported(undefined);
  const error = ofAttempt ?? reported;
  const field = refusedField(error, fields);
  useEffect(() => {
    if (field === undefined) return;
    // A sheet comes after its page in the document, so the last match is on top. A running attempt has no error.
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
 * For a part of the form that makes its own calls, such as to send a code. The function shows a refusal at its field
 * and returns true; without such a field it removes an earlier refusal and returns false.
 */
export function useReportRefusal(): (error: unknown) => boolean {
  return useContext(RefusalContext).report;
}

/** The server's refusal of this input, until its value changes. */
export function useRefusal(name: string | undefined, value: string): ReactElement | undefined {
  const { error, field } = useContext(RefusalContext);
  const refused = name !== undefined && field === name ? error : undefined;
  const [seen, setSeen] = useState({ refused, value });
  if (seen.refused !== refused) setSeen({ refused, value });
  return refused !== undefined && seen.value === value ? <ErrorWords error={refused} /> : undefined;
}

/** A refusal about no field of the form. Scrolls into view, because a keyboard may cover it on small screens. */
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
