import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import type { Overview } from '../api/security.ts';
import { protectionOf } from '../model/score.ts';
import styles from './protection-card.module.css';

/** How well the account is protected, and what to do next. */
export function ProtectionCard({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('security');
  const { done, open, level } = protectionOf(overview);
  const all = done.length + open.length;
  const [next] = open;
  return (
    <Card className={styles['card'] ?? ''}>
      <span className={styles['shield']} data-level={level}>
        <ShieldCheck size={26} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <div className="grow">
        <div className="text-17 weight-650">{t(`score.${level}`)}</div>
        <div className={styles['text']}>
          {t('score.steps', { done: done.length, all })}
          {next ? ` · ${t(`score.${next}`)}` : null}
        </div>
        <div className={styles['bars']} aria-hidden="true">
          {Array.from({ length: all }, (_, index) => (
            <i key={index} data-done={index < done.length} data-level={level} />
          ))}
        </div>
      </div>
    </Card>
  );
}
