import { CloudOff, Inbox } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink } from './button.tsx';
import { cx } from './class-names.ts';
import { ErrorId } from './error-id.tsx';
import { ErrorWords } from './why.tsx';
import styles from './states.module.css';

/** A grey placeholder. Give it the size of the content that will replace it. */
export function Skeleton({
  width = '100%',
  height = 16,
  radius = 6,
  className,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
  className?: string;
}) {
  const style: CSSProperties = { width, height, borderRadius: radius };
  return <span className={cx(styles['skeleton'], className)} style={style} aria-hidden="true" />;
}

/** Placeholder of a list whose rows have an icon, two lines and a value. */
export function SkeletonRows({ count = 4 }: { count?: number }) {
  const { t } = useTranslation('common');
  return (
    <output className="block" aria-label={t('states.loading')}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['skeletonRow']}>
          <Skeleton width={34} height={34} radius="50%" />
          <div className={styles['skeletonText']}>
            <Skeleton width={92} height={13} />
            <Skeleton width={58} height={10} />
          </div>
          <Skeleton width={74} height={26} radius={8} />
        </div>
      ))}
    </output>
  );
}

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** A link instead of `action`: its target, and in `go` its label. */
  readonly to?: string;
  readonly go?: string;
}

export function EmptyState({ icon, title, children, action, to, go }: EmptyStateProps) {
  const link = to && (
    <ButtonLink size="small" to={to}>
      {go}
    </ButtonLink>
  );
  const next = action ?? link;
  return (
    <div className={styles['state']}>
      <div className={styles['disc']} aria-hidden="true">
        {icon ?? <Inbox size={26} strokeWidth={1.6} />}
      </div>
      <div className="weight-600 text-15">{title}</div>
      {children ? <div className={styles['text']}>{children}</div> : null}
      {next ? <div className="mt-3">{next}</div> : null}
    </div>
  );
}

/** An error with a retry button. */
export function ErrorState({
  error,
  title,
  onRetry,
}: {
  readonly error?: unknown;
  readonly title?: string;
  readonly onRetry?: (() => unknown) | undefined;
}) {
  const { t } = useTranslation('common');
  return (
    <div role="alert" className={styles['state']}>
      <div className={styles['disc']} aria-hidden="true">
        <CloudOff size={26} strokeWidth={1.6} />
      </div>
      <div className="weight-600 text-15">{title ?? t('states.failed')}</div>
      {error !== undefined ? (
        <div className={styles['text']}>
          <ErrorWords error={error} />
        </div>
      ) : null}
      <ErrorId error={error} />
      {onRetry ? (
        <div className="mt-3">
          <Button tone="quiet" size="small" onClick={() => void onRetry()}>
            {t('actions.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Replaces an answer that is not there yet: a placeholder, or the error. */
export function Pending({
  error,
  onRetry,
  shape,
}: {
  readonly error: unknown;
  readonly onRetry: () => unknown;
  readonly shape: ReactNode;
}) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : shape;
}
