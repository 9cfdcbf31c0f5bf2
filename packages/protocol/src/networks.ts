import { z } from 'zod';

/** Chains by the names customers know. For BTC `OMNI` is the Bitcoin chain, as the specification has it. */
export const NETWORKS = ['TRC20', 'OMNI', 'ERC20'] as const;
export const network = z.enum(NETWORKS);
