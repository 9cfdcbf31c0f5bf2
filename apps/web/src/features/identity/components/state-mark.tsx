import { CircleAlert, CircleCheck, Clock3, CircleDashed, type LucideIcon } from 'lucide-react';
import type { WireIdentity } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import styles from './state-mark.module.css';

type State = WireIdentity['basic']['state'];

const ICONS: Readonly<Record<State, LucideIcon>> = {
  unverified: CircleDashed,
  under_review: Clock3,
  verified: CircleCheck,
  rejected: CircleAlert,
};

/** The state of one level as text, icon and colour. */
export function StateMark({ state }: { readonly state: State }) {
  const { t } = useTranslation('identity');
  const Icon = ICONS[state];
  return (
    <span className={cx(styles['mark'], styles[state])}>
      <Icon size={14} aria-hidden="true" />
      {t(`states.${state}`)}
    </span>
  );
}
