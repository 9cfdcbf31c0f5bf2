import { utf8ToBytes } from '@noble/hashes/utils.js';
import { MerkleTree, levelsStepwise, merkleProves, pathIn, type MerkleLevels } from '../merkle.ts';
import { finish, type Stepwise } from '../stepwise.ts';
import type { FrozenCommitment } from './allocate.ts';
import type { LaunchFigures } from './figures.ts';
import type { LaunchAmount } from './terms.ts';

/**
 * The frozen list of an offer: leaf 0 holds the inputs of the allocation, then follows one leaf per order in order of
 * their ids. Its root is fixed at the close, before anything is paid out, so anyone with the list can recompute both.
 */

const VERSION = 'tallystick launch 1';
/** Cost, in `Stepwise` work units, of hashing one leaf and its share of the nodes. */
const LEAF_UNITS = 10;

/** Plain text, so that anyone can write it from the downloaded list without this code. */
export function ruleLeaf(figures: LaunchFigures): string {
  const { offerId, mode, issuePriceE8, supplyMinor, capMinor, decimals, quoteDecimals } = figures;
  const accepted = figures.accepted.map(one => `${one.currencyId}:${one.rateE8}:${one.decimals}`).join(',');
  return [
    VERSION,
    offerId,
    mode,
    issuePriceE8,
    supplyMinor,
    capMinor,
    decimals,
    quoteDecimals,
    accepted,
  ].join('|');
}

export function orderLeaf(offerId: number, orderId: number, committed: readonly LaunchAmount[]): string {
  const amounts = committed.map(one => `${one.currencyId}:${one.amountMinor}`).join(',');
  return [offerId, orderId, amounts].join('|');
}

/** Lower-case hex. The list may come in any order. */
export function listRoot(figures: LaunchFigures, list: readonly FrozenCommitment[]): string {
  return finish(rootStepwise(figures, sorted(list)));
}

/** The same in pieces, of a list in order of the order ids. */
export function* rootStepwise(figures: LaunchFigures, list: readonly FrozenCommitment[]): Stepwise<string> {
  const tree = new MerkleTree();
  for (const leaf of leavesOf(figures, list)) {
    tree.add(leaf);
    yield LEAF_UNITS;
  }
  return tree.root();
}

export interface CommitmentProof {
  /** The order's leaf number, from 1, and the number of leaves including leaf 0. */
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
}

/** All hashes over the list, for `proofIn`; `list` is in order of the order ids. */
export function hashesStepwise(
  figures: LaunchFigures,
  list: readonly FrozenCommitment[],
): Stepwise<MerkleLevels> {
  return levelsStepwise(leavesOf(figures, list));
}

/** The proof for the order at this index of the list, from 0. */
export function proofIn(hashes: MerkleLevels, place: number): CommitmentProof {
  const index = place + 1;
  return { index, size: hashes[0]!.length, path: pathIn(hashes, index) };
}

/** Whether exactly these commitments of the order are in the list with this root. */
export function commitmentIsProven(
  offerId: number,
  line: FrozenCommitment,
  proof: CommitmentProof,
  root: string,
): boolean {
  const leaf = utf8ToBytes(orderLeaf(offerId, line.orderId, line.committed));
  return merkleProves(leaf, proof.index, proof.size, proof.path, root);
}

function* leavesOf(figures: LaunchFigures, list: readonly FrozenCommitment[]): Generator<Uint8Array> {
  yield utf8ToBytes(ruleLeaf(figures));
  for (const { orderId, committed } of list) {
    yield utf8ToBytes(orderLeaf(figures.offerId, orderId, committed));
  }
}

function sorted(list: readonly FrozenCommitment[]): FrozenCommitment[] {
  return list.toSorted((a, b) => a.orderId - b.orderId);
}
