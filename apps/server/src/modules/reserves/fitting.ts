import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import { MOST_RECORD_BYTES, type RecordBody } from '@tallystick/verify/public-log/records';

type Body = RecordBody<'reserves'>;
type Asset = Body['assets'][number];

/** The rest is the head of the record. */
const MOST_BODY_BYTES = MOST_RECORD_BYTES - 1_024;

/**
 * A record as long as the public log can hold. What counts for nothing goes first, addresses of others; then signatures of
 * the last addresses are left away, and what lies there is observed only.
 *
 * @returns also of how many assets something was left away
 */
export function fitting(body: Body): { readonly body: Body; readonly left: number } {
  const assets: Asset[] = [...body.assets];
  let left = 0;
  while (bodyBytes({ ...body, assets }) > MOST_BODY_BYTES) {
    const other = assets.findLastIndex(({ place }) => place === 'other');
    const signed = assets.findLastIndex(({ proof }) => proof === 'signed');
    if (other >= 0) assets.splice(other, 1);
    else if (signed >= 0) assets[signed] = observed(assets[signed]!);
    else break;
    left++;
  }
  return { body: { ...body, assets }, left };
}

/** Of a record's body, as it is published. */
export function bodyBytes(body: object): number {
  return Buffer.byteLength(canonicalJson(body));
}

function observed(asset: Asset): Asset {
  return { ...asset, proof: 'observed', format: null, message: null, signature: null };
}
