import type { WireMarket, WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { UNKNOWN } from '#ui/format.ts';
import { OwnTabs } from '#ui/own-tabs.tsx';
import type { Mode } from '../model/ticket.ts';
import { OptionHistory } from './option-history.tsx';
import { RunningList } from './running-list.tsx';

/** The customer's own options below the form: running and settled. */
export function OptionTabs({
  mode,
  markets,
  running,
  followedId,
  onFollow,
  detailHref,
  loginHref,
}: {
  readonly mode: Mode;
  readonly markets: readonly WireMarket[];
  readonly running: readonly WireOption[] | undefined;
  readonly followedId: number | undefined;
  readonly onFollow: (option: WireOption) => void;
  readonly detailHref: (optionId: number) => string;
  readonly loginHref: string;
}) {
  const { t } = useTranslation('option');
  const session = useSession();
  return (
    <OwnTabs
      label={t('running.label')}
      first="running"
      choices={[
        { value: 'running', label: t('running.tab', { count: running?.length ?? (session ? UNKNOWN : 0) }) },
        { value: 'history', label: t('history.tab') },
      ]}
      visitor={t('history.visitor')}
      visitorText={t('history.visitorText')}
      loginHref={loginHref}
    >
      {tab =>
        tab === 'running' ? (
          <RunningList
            running={running}
            followedId={followedId}
            onFollow={onFollow}
            detailHref={detailHref}
          />
        ) : (
          <OptionHistory key={mode} mode={mode} markets={markets} detailHref={detailHref} />
        )
      }
    </OwnTabs>
  );
}
