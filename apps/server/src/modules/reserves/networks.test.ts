import { RESERVE_NETWORKS } from '@tallystick/verify/public-log/reserves-form';
import { expect, it } from 'vitest';
import { NETWORKS } from '../../chains/networks.ts';

it('what is published of a network can be verified: the verifier knows every one, and no other', () => {
  expect([...RESERVE_NETWORKS].toSorted()).toEqual(Object.keys(NETWORKS).toSorted());
});
