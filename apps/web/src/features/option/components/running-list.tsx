import { Hourglass } from 'lucide-react';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { RunningCard } from './running-card.tsx';

/** Unsettled options, the next to end first. */
export function RunningList({
  running,
  followedId,
  onFollow,
  detailHref,
}: {
  readonly running: readonly WireOption[] | undefined;
  readonly followedId: number | undefined;
  /** Shows an option on the chart, if needed of another market. */
  readonly onFollow: (option: WireOption) => void;
  readonly detailHref: (optionId: number) => string;
}) {
  const { t } = useTranslation('option');
  if (!running) return <Skeleton height={96} radius={14} />;
  if (running.length === 0) {
    return (
      <EmptyState icon={<Hourglass size={26} strokeWidth={1.6} />} title={t('running.none')}>
        {t('running.noneText')}
      </EmptyState>
    );
  }
  return (
    <ul className="stack-2">
      {running.map(option => (
        <RunningCard
          key={option.option_id}
          option={option}
          isFollowed={option.option_id === followedId}
          onFollow={() => onFollow(option)}
          detailHref={detailHref(option.option_id)}
        />
      ))}
    </ul>
  );
}
