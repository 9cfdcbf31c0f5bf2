import { ErrorWords } from './why.tsx';
import styles from './form.module.css';

/** The last attempt's error, in forms that show none at fields. `unsure`: replaces it if the outcome is unknown. */
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
