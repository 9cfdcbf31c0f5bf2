import { Check, Minus, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Told } from '../model/story.ts';
import styles from './story.module.css';

const ICONS = { passed: Check, failed: X, skipped: Minus } as const;

/** What was checked, in the order in which it happened: each step appears as if it were told. */
export function Story({ steps }: { readonly steps: readonly Told[] }) {
  const { t } = useTranslation('proof');
  return (
    <ol className={styles['story']} aria-label={t('steps')}>
      {steps.map(({ key, state, name, value, lines }, index) => {
        const Icon = ICONS[state];
        return (
          <li
            key={key}
            className={styles['step']}
            data-state={state}
            data-step={key}
            style={{ '--turn': index } as CSSProperties}
          >
            <span className={styles['mark']}>
              <Icon size={14} strokeWidth={3} aria-hidden="true" />
              <span className="visually-hidden">{t(`state.${state}`)}</span>
            </span>
            <div className={styles['words']}>
              <p className={styles['head']}>
                <span className={styles['name']}>{name}</span>
                {value === null ? null : <b className={styles['value']}>{value}</b>}
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
