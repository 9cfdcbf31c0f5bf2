import { CONVERT_VERIFIED } from './convert/verify.ts';
import { CUSTOMER_VERIFIED } from './customer/verify.ts';
import { LAUNCH_VERIFIED } from './launch/verify.ts';
import { MARKET_VERIFIED } from './market/verify.ts';
import { OPTION_VERIFIED } from './option/verify.ts';
import { PERPETUAL_VERIFIED } from './perpetual/verify.ts';
import { REFERRAL_VERIFIED } from './referral/verify.ts';
import { SPOT_VERIFIED } from './spot/verify.ts';
import { TRUST_VERIFIED } from './trust/verify.ts';
import { WITHDRAWAL_VERIFIED } from './withdrawal/verify.ts';
import type { ProductName } from './products.ts';
import type { VerifiedProduct } from './verified-product.ts';

/** Separate from `products.ts`, which is part of the core's bundle: checks read databases. */
const VERIFIED: Readonly<Record<ProductName, VerifiedProduct>> = {
  spot: SPOT_VERIFIED,
  withdrawal: WITHDRAWAL_VERIFIED,
  customer: CUSTOMER_VERIFIED,
  perpetual: PERPETUAL_VERIFIED,
  option: OPTION_VERIFIED,
  trust: TRUST_VERIFIED,
  referral: REFERRAL_VERIFIED,
  convert: CONVERT_VERIFIED,
  launch: LAUNCH_VERIFIED,
  market: MARKET_VERIFIED,
};

export const VERIFIED_PRODUCTS: readonly VerifiedProduct[] = Object.values(VERIFIED);
