import type { ReactNode } from 'react';
import type { WireIdentity } from '@tallystick/protocol';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { useIdentity } from '../api/calls.ts';

/** Loads the customer's verification state, with a skeleton meanwhile. */
export function IdentityLoader({
  render,
  shape,
}: {
  readonly render: (identity: WireIdentity) => ReactNode;
  readonly shape?: ReactNode;
}) {
  const { data, error, refetch } = useIdentity();
  if (data) return render(data);
  return <Pending error={error} onRetry={refetch} shape={shape ?? <SkeletonRows count={4} />} />;
}
