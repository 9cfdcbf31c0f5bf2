import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { loginHref, paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { overviewQuery, type Overview } from '#features/referral/api/referral.ts';
import { FriendsList } from '#features/referral/components/friends-list.tsx';
import { HowItWorks } from '#features/referral/components/how-it-works.tsx';
import { InviteCard } from '#features/referral/components/invite-card.tsx';
import { LeadersList } from '#features/referral/components/leaders-list.tsx';
import { RebatesList } from '#features/referral/components/rebates-list.tsx';
import { Summary } from '#features/referral/components/summary.tsx';
import { hasSecondLevel } from '#features/referral/model/figures.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Tabs } from '#ui/segmented.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import styles from './index.module.css';

const PANEL = 'referral-panel';
const TABS = ['friends', 'rebates', 'top'] as const;

/** Inviting friends: rebates so far, the link to share, and the invited friends. */
export function Page() {
  const { t } = useTranslation('referral');
  const isCustomer = useSession() !== undefined;
  return (
    <Frame title={t('title')} width="wide">
      <div className="stack-4 cols-1">
        <p className="lead">{t('lead')}</p>
        {isCustomer ? <OwnReferral /> : <Visitor />}
      </div>
    </Frame>
  );
}

function Visitor() {
  const { t } = useTranslation('common');
  return (
    <>
      <HowItWorks />
      <div className={styles['ways']}>
        <ButtonLink
          tone="quiet"
          to={paths.register.getHref({ backpage: paths.promotion.path, backtype: '1' })}
        >
          {t('actions.register')}
        </ButtonLink>
        <ButtonLink to={loginHref(paths.promotion.path)}>{t('actions.logIn')}</ButtonLink>
      </div>
    </>
  );
}

function OwnReferral() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (data) return <Loaded overview={data} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className={styles['columns']}>
      <Skeleton height={282} radius={14} />
      <Skeleton height={282} radius={14} />
    </div>
  );
}

function Loaded({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('referral');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = TABS.find(one => one === query.get('tab')) ?? 'friends';
  return (
    <>
      <div className={styles['columns']}>
        <Summary overview={overview} />
        <InviteCard overview={overview} />
      </div>
      <Tabs
        label={t('tab.label')}
        panelId={PANEL}
        choices={TABS.map(value => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={next =>
          void navigate(paths.promotion.getHref(next === 'friends' ? {} : { tab: next }), { replace: true })
        }
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`tab.${tab}`)}>
        {tab === 'friends' ? <FriendsList twoLevels={hasSecondLevel(overview)} /> : null}
        {tab === 'rebates' ? <RebatesList /> : null}
        {tab === 'top' ? <LeadersList /> : null}
      </div>
      {overview.promoted === 0 ? <HowItWorks /> : null}
    </>
  );
}
