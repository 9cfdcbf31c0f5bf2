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
  /** Shown below the field, and read aloud when it appears. */
  readonly error?: ReactElement | string | undefined;
  /** Shown below the field while there is no error. */
  readonly hint?: ReactNode;
  /** Shows the label to screen readers only, because the design puts it inside the field. */
  readonly hideLabel?: boolean | undefined;
  readonly className?: string | undefined;
}

interface ShellRender {
  /** For the control itself. */
  readonly tied: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  };
  readonly isWrong: boolean;
}

/**
 * Label, control, then error or hint, linked for assistive technology. `name` and `value` let it show a refusal by the
 * server about this control.
 */
export function FieldShell({
  label,
  error: problem,
  hint,
  hideLabel,
  className,
  name,
  value = '',
  children,
}: FieldShellProps & {
  readonly name?: string | undefined;
  readonly value?: string;
  readonly children: (control: ShellRender) => ReactNode;
}) {
  const id = useId();
  const refusal = useRefusal(name, value);
  const error = problem ?? refusal;
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const isWrong = Boolean(error);
  return (
    <div className={cx(styles['field'], className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({
        tied: {
          id,
          'aria-describedby': note ? noteId : undefined,
          'aria-invalid': isWrong ? true : undefined,
        },
        isWrong,
      })}
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
  /** Content inside the box, before and after the text. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  error,
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
  const shell = { label, error, hint, hideLabel, className, name: input.name, value };
  return (
    <FieldShell {...shell}>
      {({ tied, isWrong }) => (
        <div className={cx(styles['box'], isWrong && styles['wrong'])}>
          {before}
          <input
            {...input}
            {...tied}
            ref={inputRef}
            className={styles['input']}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
          {after}
        </div>
      )}
    </FieldShell>
  );
}

/** A password field with a button that shows what was typed. */
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
