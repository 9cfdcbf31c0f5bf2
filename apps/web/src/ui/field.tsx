import { Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from './class-names.ts';
import { useRefusal } from './refusal.tsx';
import styles from './field.module.css';

export interface FieldShellProps {
  readonly label: string;
  /** Below the field: what went wrong. Read aloud when it appears. */
  readonly error?: ReactElement | string | undefined;
  /** Below the field while there is no error. */
  readonly hint?: ReactNode;
  /** Keeps the label for screen readers only, where the design writes it inside the field. */
  readonly hideLabel?: boolean | undefined;
  readonly className?: string | undefined;
}

interface ShellRender {
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** Label, control, then error or hint; ties them together for assistive technology. */
export function FieldShell({
  label,
  error,
  hint,
  hideLabel,
  className,
  children,
}: FieldShellProps & { readonly children: (ids: ShellRender) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx(styles['field'], className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({ id, describedBy: note ? noteId : undefined })}
      {note ? (
        <div
          id={noteId}
          className={error ? styles['error'] : styles['hint']}
          role={error ? 'alert' : undefined}
        >
          {note}
        </div>
      ) : null}
    </div>
  );
}

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'prefix' | 'className'>;

export interface TextFieldProps extends FieldShellProps, NativeInput {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Inside the box, before and after the text. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  error: problem,
  hint,
  hideLabel,
  className,
  value,
  onChange,
  before,
  after,
  inputRef,
  ...input
}: TextFieldProps) {
  const refusal = useRefusal(input.name, value);
  const error = problem ?? refusal;
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      {({ id, describedBy }) => (
        <div className={cx(styles['box'], error && styles['wrong'])}>
          {before}
          <input
            {...input}
            ref={inputRef}
            id={id}
            className={styles['input']}
            value={value}
            onChange={event => onChange(event.target.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
          />
          {after}
        </div>
      )}
    </FieldShell>
  );
}

/** A password with an eye to look at what was typed. */
export function PasswordField({ after, ...props }: Omit<TextFieldProps, 'type'>) {
  const { t } = useTranslation('common');
  const [visible, setVisible] = useState(false);
  const label = visible ? t('password.hide') : t('password.show');
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={visible ? 'text' : 'password'}
      after={
        <>
          {after}
          <button
            type="button"
            className={styles['inside']}
            aria-pressed={visible}
            aria-label={label}
            title={label}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff size={18} /> : <Eye size={18} />}
          </button>
        </>
      }
    />
  );
}
