import type { ReactNode } from 'react';
import { useAppConfig } from '#lib/app-config.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Skeleton } from '#ui/states.tsx';
import { useFaucet } from '../api/use-wallet.ts';
import { FaucetCard } from './faucet-card.tsx';

/** The faucet while it can be claimed; otherwise other content of the same height. */
export function FaucetOffer({ otherwise }: { readonly otherwise: ReactNode }) {
  const hasFaucet = useAppConfig()?.faucet ?? false;
  const { data, isError } = useFaucet(hasFaucet);
  const seconds = useCountdown(data?.next_at_ms ?? undefined);
  if (!hasFaucet || isError) return otherwise;
  if (!data) return <Skeleton height={92} radius={14} />;
  return seconds === 0 ? <FaucetCard /> : otherwise;
}
