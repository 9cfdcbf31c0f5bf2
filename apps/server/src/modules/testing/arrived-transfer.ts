import { USDT } from '@tallystick/protocol/currency-ids';
import type { Transfer } from '../../chains/watcher/chain-watcher.ts';

/** What a watcher tells of USDT that came over Ethereum; `named` tells its transaction, a byte in hexadecimal. */
export function arrivedTransfer(
  { id: customerId }: { readonly id: number },
  amountMinor: bigint,
  { named, ...other }: { readonly named: string } & Partial<Transfer>,
): Transfer {
  const transactionHash = `0x${named.repeat(32)}`;
  return {
    key: `deposit:ERC20:${transactionHash}:1`,
    network: 'ERC20',
    transactionHash,
    logIndex: 1,
    inclusion: 1,
    customerId,
    address: `0x${'22'.repeat(20)}`,
    sender: null,
    currencyId: USDT,
    amount: amountMinor,
    amountMinor,
    blockNumber: 10,
    blockHash: `0x${'33'.repeat(32)}`,
    ...other,
  };
}
