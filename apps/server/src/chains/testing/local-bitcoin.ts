import { Litecoind } from './litecoind.ts';
import { BLOCK_EVERY_S, CONFIRMATIONS, type LocalChain } from './local-chain-parts.ts';

const PORT = 19_443;

/** A chain like Bitcoin, whose coins stand for BTC. */
export async function localBitcoin(port = PORT): Promise<LocalChain> {
  const node = await Litecoind.start({ port });
  await node.beginMweb();
  // So far that a reorganisation does not come back to it.
  await node.mine(CONFIRMATIONS + 1);
  const timer = setInterval(() => {
    node.mine().catch((error: unknown) => process.stderr.write(`no block: ${String(error)}\n`));
  }, BLOCK_EVERY_S * 1000);
  return {
    settings: {
      DEPOSIT_RPC_BTC: node.url,
      DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
      DEPOSIT_CONFIRMATIONS_BTC: String(CONFIRMATIONS),
    },
    commands: {
      btc: {
        example: 'btc 0.1 ADDRESS',
        run: async (amount, address) => {
          const id = await node.pay({ [address]: amount });
          await node.mine();
          return `sent in ${id}`;
        },
      },
      reorganise: {
        example: 'reorganise',
        run: async () => {
          await node.leave(CONFIRMATIONS + 1);
          return `the newest ${CONFIRMATIONS + 1} blocks were left; what they paid waits again, and comes with the next`;
        },
      },
    },
    stop: async () => {
      clearInterval(timer);
      await node.stop();
    },
  };
}
