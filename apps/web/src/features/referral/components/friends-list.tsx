import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Minus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { inviteesQuery, type Invitee } from '../api/referral.ts';
import { numbered } from '../model/numbered.ts';
import { MaskedName } from './masked-name.tsx';
import { RebateAmounts } from './rebate-amounts.tsx';
import styles from './lists.module.css';

type Level = '1' | '2';

/** Invited friends with their progress and the rebates earned, newest first. */
export function FriendsList({ twoLevels }: { readonly twoLevels: boolean }) {
  const { t } = useTranslation('referral');
  const [level, setLevel] = useState<Level>('1');
  return (
    <div className="stack-3 cols-1">
      {twoLevels ? (
        <Segmented<Level>
          label={t('friends.level')}
          choices={[
            { value: '1', label: t('friends.first') },
            { value: '2', label: t('friends.second') },
          ]}
          value={level}
          onChange={setLevel}
        />
      ) : null}
      <Friends level={level === '1' ? 1 : 2} />
    </div>
  );
}

function Friends({ level }: { readonly level: 1 | 2 }) {
  const { t } = useTranslation('referral');
  const query = useInfiniteQuery(inviteesQuery(level));
  const { data, error, refetch } = query;
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows />} />;
  const friends = numbered(data.pages);
  if (friends.length === 0) {
    return (
      <EmptyState icon={<UserPlus size={26} strokeWidth={1.6} />} title={t('friends.none')}>
        {t('friends.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <List label={t('tab.friends')}>
        {friends.map(({ place, item: friend }) => (
          <Row
            key={place}
            title={<MaskedName>{friend.person}</MaskedName>}
            detail={
              <>
                <span className="block">{formatDate(friend.registered_at_ms, 'date')}</span>
                <Steps friend={friend} />
              </>
            }
            value={<RebateAmounts amounts={friend.amounts} valueUsdt={friend.value_usdt} />}
          />
        ))}
      </List>
      <MoreButton query={query}>{t('friends.more')}</MoreButton>
    </>
  );
}

function Steps({ friend }: { readonly friend: Invitee }) {
  const { t } = useTranslation('referral');
  const steps = [
    ['registered', true],
    ['verified', friend.verified],
    ['traded', friend.traded],
  ] as const;
  return (
    <span className={styles['steps']}>
      {steps.map(([step, done]) => {
        const Icon = done ? Check : Minus;
        const name = t(`friends.${step}`);
        return (
          <span key={step} className={cx('inline-row-4px raised-quiet', done && styles['done'])}>
            <Icon size={12} strokeWidth={2.4} aria-hidden="true" />
            <span aria-hidden={!done}>{name}</span>
            {done ? null : <span className="visually-hidden">{t('friends.notYet', { step: name })}</span>}
          </span>
        );
      })}
    </span>
  );
}
