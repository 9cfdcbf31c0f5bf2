import { ErrorWords } from './why.tsx';
import styles from './form.module.css';

/** What the last attempt failed with, where no field tells it; `unsure`: in words, that nobody knows whether it arrived. */
export function FormError({
  error,
  unsure,
  className = styles['error'],
}: {
  readonly error: unknown;
  readonly unsure?: string | false;
  readonly className?: string | undefined;
}) {
  if (error === undefined) return null;
  return (
    <p role="alert" className={className}>
      {unsure || <ErrorWords error={error} />}
    </p>
  );
}
