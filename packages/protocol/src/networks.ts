import { z } from 'zod';

/** Chains by the names customers know. For BTC `OMNI` is the Bitcoin chain, as the specification has it. */
export const NETWORKS = ['TRC20', 'OMNI', 'ERC20', 'BEP20', 'SOL', 'XRP', 'DOGE', 'ADA'] as const;
export const network = z.enum(NETWORKS);

/** Networks whose addresses are shared by many, told apart by a memo: on the XRP Ledger the destination tag. */
export const MEMO_NETWORKS: readonly (typeof NETWORKS)[number][] = ['XRP'];
