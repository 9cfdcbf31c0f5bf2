import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './demo-label.module.css';
import { cx } from './class-names.ts';

export interface DemoLabelProps {
  readonly title?: string;
  readonly className?: string | undefined;
  /** After the word. */
  readonly children?: ReactNode;
}

/** Marks features that only a demo has. */
export function DemoLabel({ title, className, children }: DemoLabelProps) {
  const { t } = useTranslation('common');
  return (
    <span className={cx(styles['label'], className)} title={title}>
      {t('demo.mark')}
      {children}
    </span>
  );
}
