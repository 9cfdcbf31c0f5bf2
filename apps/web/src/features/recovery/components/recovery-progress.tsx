import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { Timeline, type TimelineStep } from '#ui/timeline.tsx';
import type { Recovery } from '../api/calls.ts';

/** Progress of a recovery: requested, reviewed by two people, waiting, done. Needs the namespace `recovery`. */
export function RecoveryProgress({ recovery }: { readonly recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const { state, approvals, requested_at_ms: requestedAtMs, ready_at_ms: readyAtMs } = recovery;
  const ended = state === 'rejected' || state === 'stopped';
  const at = (ms: number | null) => (ms === null ? '' : formatDate(ms, 'dateTime'));
  const steps: TimelineStep[] = [
    { key: 'asked', title: t('progress.asked'), detail: at(requestedAtMs), state: 'done' },
    {
      key: 'review',
      title: t('progress.review'),
      detail: t('progress.approvals', { count: approvals }),
      state: approvals >= 2 ? 'done' : ended ? 'todo' : 'now',
    },
  ];
  if (ended) {
    const why = recovery.reason === null ? '' : t(`reasons.${recovery.reason}`);
    const detail = [why, at(recovery.ended_at_ms)].filter(Boolean).join(' · ');
    steps.push({ key: 'ended', title: t(`progress.${state}`), detail, state: 'bad' });
  } else {
    const isDone = state === 'completed';
    steps.push({
      key: 'wait',
      title: t('progress.wait'),
      detail: readyAtMs === null ? t('progress.later') : t('progress.until', { at: at(readyAtMs) }),
      state: isDone ? 'done' : state === 'waiting' ? 'now' : 'todo',
    });
    steps.push({
      key: 'done',
      title: t('progress.done'),
      detail: at(recovery.ended_at_ms),
      state: isDone ? 'done' : 'todo',
    });
  }
  return <Timeline label={t('progress.label')} steps={steps} />;
}
