import { LockOpen } from 'lucide-react';
import type { WireIdentity } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import styles from './level-card.module.css';
import { Rejection } from './rejection.tsx';
import { StateMark } from './state-mark.tsx';

export interface LevelCardProps {
  readonly step: number;
  readonly name: 'basic' | 'advanced';
  readonly level: WireIdentity['basic'] | WireIdentity['advanced'];
  /** The page to apply for it. */
  readonly to: string;
  /** False while an earlier level is missing. */
  readonly open: boolean;
}

/** One level: requirements, benefits, state, and a link to apply. */
export function LevelCard({ step, name, level, to, open }: LevelCardProps) {
  const { t } = useTranslation('identity');
  const { state, submitted_at_ms: submittedAtMs, decided_at_ms: decidedAtMs } = level;
  const mayApply = open && (state === 'unverified' || state === 'rejected');
  return (
    <Card className="stack-3">
      <div className="row-2">
        <span className={styles['step']} aria-hidden="true">
          {step}
        </span>
        <div className="ends grow">
          <h2 className="text-17 leading-22">{t(`${name}.title`)}</h2>
          <StateMark state={state} />
        </div>
      </div>
      <p className="soft">{t(`${name}.text`)}</p>
      <p className="row-6px soft text-13">
        <LockOpen size={15} aria-hidden="true" />
        {t(`${name}.unlocks`)}
      </p>
      <Rejection level={level} />
      {state === 'under_review' && submittedAtMs !== null ? (
        <p className="note">
          {t('sent', { at: formatDate(submittedAtMs, 'minute') })}. {t('waitText')}
        </p>
      ) : null}
      {state === 'verified' && decidedAtMs !== null ? (
        <p className="note">{t('decided', { at: formatDate(decidedAtMs, 'minute') })}</p>
      ) : null}
      {mayApply ? (
        <ButtonLink block to={to}>
          {state === 'rejected' ? t('rejection.again') : t(`${name}.start`)}
        </ButtonLink>
      ) : null}
      {!open && state === 'unverified' ? <p className="note">{t('advanced.after')}</p> : null}
    </Card>
  );
}
