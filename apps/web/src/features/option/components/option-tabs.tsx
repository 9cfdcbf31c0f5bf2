import { useId, useState } from 'react';
import type { WireMarket, WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { Mode } from '../model/ticket.ts';
import { OptionHistory } from './option-history.tsx';
import { RunningList } from './running-list.tsx';

/** The customer's own options below the form: those that run and those that are settled. */
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
  const { t } = useTranslation(['option', 'common']);
  const session = useSession();
  const [tab, setTab] = useState<'running' | 'history'>('running');
  const panelId = useId();
  return (
    <section aria-label={t('option:running.label')}>
      <Tabs
        label={t('option:running.label')}
        panelId={panelId}
        value={tab}
        onChange={setTab}
        choices={[
          {
            value: 'running',
            label: t('option:running.tab', { count: running?.length ?? (session ? UNKNOWN : 0) }),
          },
          { value: 'history', label: t('option:history.tab') },
        ]}
      />
      <div id={panelId} role="tabpanel" aria-label={t('option:running.label')}>
        {session ? (
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
        ) : (
          <EmptyState
            title={t('option:history.visitor')}
            action={
              <ButtonLink to={loginHref} size="small">
                {t('common:actions.logIn')}
              </ButtonLink>
            }
          >
            {t('option:history.visitorText')}
          </EmptyState>
        )}
      </div>
    </section>
  );
}
