import { useEffect, type ReactNode } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useSession } from '#lib/session.ts';
import { Skeleton } from '#ui/states.tsx';
import { useOpenPositions } from '../api/perpetual.ts';
import { rememberTop, usePerpetualPreferences, type TopKind } from '../model/preferences-store.ts';
import { ContractFunds } from './contract-funds.tsx';
import { PositionGlance } from './position-glance.tsx';
import styles from './position-glance.module.css';
import { useContractBalance } from './use-ticket.ts';

/** Heights reserved while loading, so that the form below does not move. */
const HEIGHTS: Readonly<Record<Exclude<TopKind, 'none'>, number>> = { funds: 147, glance: 52 };

/** Above the order form: a first transfer, or a summary of open positions. Renders nothing for visitors. */
export function ContractTop({
  contract,
  otherwise,
  onOpen,
}: {
  readonly contract: WireContract;
  /** Shown when the customer has no funds at all: how to get some. */
  readonly otherwise: ReactNode;
  readonly onOpen: () => void;
}) {
  const isCustomer = useSession() !== undefined;
  const positions = useOpenPositions();
  const available = useContractBalance(contract);
  const { top } = usePerpetualPreferences();
  const known: TopKind | undefined =
    positions === undefined || available === null
      ? undefined
      : [...positions.values()].some(({ status }) => status === 'holding')
        ? 'glance'
        : available === 0n && positions.size === 0
          ? 'funds'
          : 'none';
  useEffect(() => {
    if (known) rememberTop(known);
  }, [known]);
  if (!isCustomer) return null;
  const kind = known ?? top;
  if (kind === 'none') return null;
  const placeholder = (
    <Skeleton
      height={HEIGHTS[kind]}
      radius={14}
      className={(kind === 'glance' ? styles['glancePlace'] : styles['place']) ?? ''}
    />
  );
  if (known === undefined) return placeholder;
  if (kind === 'funds') return <ContractFunds contract={contract} otherwise={otherwise} />;
  return <PositionGlance placeholder={placeholder} onOpen={onOpen} />;
}
