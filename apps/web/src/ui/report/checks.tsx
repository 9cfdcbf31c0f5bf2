import { Check, Minus, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './checks.module.css';
import type { DescribedCheck } from './describe.ts';

const ICONS = { passed: Check, failed: X, not_checkable: Minus } as const;

/** The checks in the order they were made; they appear one after the other. */
export function Checks({ described }: { readonly described: readonly DescribedCheck[] }) {
  const { t } = useTranslation('prices');
  return (
    <ol className="grid" aria-label={t('steps')}>
      {described.map(({ key, state, name, value, lines }, index) => {
        const Icon = ICONS[state];
        return (
          <li
            key={key}
            className={styles['check']}
            data-step={key}
            data-state={state}
            style={{ '--turn': index } as CSSProperties}
          >
            <span className={styles['mark']}>
              <Icon size={14} strokeWidth={3} aria-hidden="true" />
              <span className="visually-hidden">{t(`state.${state}`)}</span>
            </span>
            <div className="grow stack-tight">
              <p className={styles['head']}>
                <span className={styles['name']}>{name}</span>
                {value === null ? null : <b className="break-anywhere weight-650">{value}</b>}
              </p>
              {lines.map(line => (
                <p key={line} className={styles['line']}>
                  {line}
                </p>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
