import type { CustodyNode, TransactionStatus } from '../../chains/custody/custody-chain.ts';
import type { Transaction } from './store.ts';

/** What the first node says has ended a slot. */
export interface Ended {
  readonly slot: string;
  readonly versions: readonly Transaction[];
  /** The version that is in the chain for good, having moved nothing if it was reverted; null: something that is not ours. */
  readonly by: { readonly transactionId: string; readonly reverted: boolean } | null;
  /** Confirmations after which a transaction is final. */
  readonly confirmations: number;
}

/** Why nothing is given back yet. */
export interface Objection {
  /** Somebody says the opposite; otherwise somebody is silent, or has not seen as much yet. */
  readonly isDenial: boolean;
  readonly text: string;
}

type Told = Omit<Objection, 'text'> & { readonly says: string };

/**
 * Asks every witness whether it says the same against a payment. Null: all do, or there are none. One node alone, with a
 * lie or behind a lying provider, would otherwise have a payment made twice.
 */
export async function objectionTo(
  witnesses: readonly CustodyNode[],
  ended: Ended,
): Promise<Objection | null> {
  const told = await Promise.all(
    witnesses.map(async (witness, at) => {
      const one = await ask(witness, ended);
      return one && { ...one, says: `witness ${at + 1} ${one.says}` };
    }),
  );
  const all = told.filter(one => one !== null);
  if (all.length === 0) return null;
  return { isDenial: all.some(one => one.isDenial), text: all.map(one => one.says).join('; ') };
}

async function ask(witness: CustodyNode, ended: Ended): Promise<Told | null> {
  try {
    return ended.by === null ? await deniesForeign(witness, ended) : await denies(witness, ended, ended.by);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { isDenial: false, says: `cannot be asked: ${why}` };
  }
}

async function denies(
  witness: CustodyNode,
  { versions, confirmations }: Ended,
  { transactionId, reverted }: NonNullable<Ended['by']>,
): Promise<Told | null> {
  const status = await witness.status(transactionId);
  if (status.state !== 'mined' || status.confirmations < confirmations) {
    const others = versions.filter(one => one.transactionId !== transactionId);
    const says = `does not have ${transactionId} for good: ${wordOf(status)}`;
    return (await deniesAll(witness, others)) ?? { isDenial: false, says };
  }
  if (status.reverted === reverted) return null;
  return { isDenial: true, says: `says that ${transactionId} was ${status.reverted ? '' : 'not '}reverted` };
}

/** Whether the slot is taken is asked first: a version of ours may be mined between the two questions. */
async function deniesForeign(witness: CustodyNode, { slot, versions }: Ended): Promise<Told | null> {
  const isTaken = await witness.isTaken(slot);
  const denied = await deniesAll(witness, versions);
  if (denied !== null || isTaken) return denied;
  return { isDenial: false, says: `does not have ${slot} used up for good` };
}

/** That it has one of them in a block. */
async function deniesAll(witness: CustodyNode, versions: Ended['versions']): Promise<Told | null> {
  for (const { transactionId } of versions) {
    if (transactionId === null || (await witness.status(transactionId)).state !== 'mined') continue;
    return { isDenial: true, says: `has ${transactionId} in a block, which the node does not` };
  }
  return null;
}

function wordOf(status: TransactionStatus): string {
  return status.state === 'mined' ? `${status.confirmations} confirmations` : status.state;
}
