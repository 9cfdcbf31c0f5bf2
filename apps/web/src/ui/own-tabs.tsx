import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { Tabs, type Choice } from './segmented.tsx';
import { EmptyState } from './states.tsx';

/** The customer's own lists in tabs. Visitors see what they would find here, and a link to log in. */
export function OwnTabs<T extends string>({
  label,
  first,
  choices,
  visitor,
  visitorText,
  loginHref,
  children,
}: {
  readonly label: string;
  readonly first: T;
  readonly choices: readonly Choice<T>[];
  readonly visitor: string;
  readonly visitorText: string;
  readonly loginHref: string;
  readonly children: (tab: T) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const session = useSession();
  const [tab, setTab] = useState(first);
  const panelId = useId();
  return (
    <section aria-label={label}>
      <Tabs label={label} panelId={panelId} value={tab} onChange={setTab} choices={choices} />
      <div id={panelId} role="tabpanel" aria-label={label}>
        {session ? (
          children(tab)
        ) : (
          <EmptyState title={visitor} to={loginHref} go={t('actions.logIn')}>
            {visitorText}
          </EmptyState>
        )}
      </div>
    </section>
  );
}
