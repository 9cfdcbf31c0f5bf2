import { readFile, writeFile } from 'node:fs/promises';
import { parseEther, parseUnits, type Address } from 'viem';
import { mine, reorganise, startAnvil, type AnvilKind } from './anvil.ts';
import { EvmSigner } from './evm-signer.ts';
import { BLOCK_EVERY_S, CONFIRMATIONS, type LocalChain } from './local-chain-parts.ts';
import { deployToken, TOKEN_ABI } from './token.ts';

const PORT = 8545;
const USDT_DECIMALS = 6;

/** Ethereum, with a token that stands for USDT. */
export function localEthereum(port = PORT): Promise<LocalChain> {
  return localEvm('ethereum', port);
}

/** The BNB Smart Chain, beside Ethereum. */
export function localBnb(port = PORT + 1): Promise<LocalChain> {
  return localEvm('bnb', port);
}

async function localEvm(kind: AnvilKind, port: number): Promise<LocalChain> {
  const anvil = await startAnvil({ kind, port });
  const { chain } = anvil;
  const [payer] = anvil.accounts;
  if (payer === undefined) throw new Error('the chain has no accounts');
  const token = await deployToken(chain, payer);
  const signer = new EvmSigner();
  await chain.setBalance({ address: signer.hot.address, value: parseEther('2') });
  await chain.setIntervalMining({ interval: BLOCK_EVERY_S });
  const sent = async (hash: string): Promise<string> => {
    await mine(chain);
    return `sent in ${hash}`;
  };
  const payCoin = async (amount: string, address: string): Promise<string> => {
    const to = address as Address;
    const value = parseEther(amount);
    return sent(await chain.sendTransaction({ account: payer, to, value, gas: 100_000n }));
  };
  const payToken = async (amount: string, address: string): Promise<string> => {
    const call = { abi: TOKEN_ABI, address: token, functionName: 'transfer', account: payer } as const;
    const args = [address as Address, parseUnits(amount, USDT_DECIMALS)] as const;
    return sent(await chain.writeContract({ ...call, args, gas: 500_000n }));
  };
  return {
    settings:
      kind === 'bnb'
        ? {
            DEPOSIT_RPC_BSC: anvil.url,
            DEPOSIT_CONFIRMATIONS_BSC: String(CONFIRMATIONS),
            CUSTODY_HOT_BSC: signer.hot.address,
          }
        : {
            DEPOSIT_RPC_ETH: anvil.url,
            DEPOSIT_CHAIN_ETH: String(anvil.chainId),
            DEPOSIT_CONFIRMATIONS_ETH: String(CONFIRMATIONS),
            DEPOSIT_USDT_ETH: token,
            CUSTODY_HOT_ETH: signer.hot.address,
          },
    commands: {
      ...(kind === 'bnb'
        ? { bnb: { example: 'bnb 0.1 ADDRESS', run: payCoin } }
        : {
            usdt: { example: 'usdt 25 ADDRESS', run: payToken },
            eth: { example: 'eth 0.1 ADDRESS', run: payCoin },
          }),
      sign: {
        example: 'sign FILE',
        run: async file => {
          const signed = await signer.sign(await readFile(file, 'utf8'));
          await writeFile(`${file}.signed`, `${JSON.stringify({ signed }, null, 2)}\n`);
          return `signed in ${file}.signed`;
        },
      },
      reorganise: {
        example: 'reorganise',
        run: async () => {
          await reorganise(chain, CONFIRMATIONS + 1);
          return `the newest ${CONFIRMATIONS + 1} blocks were replaced by empty ones`;
        },
      },
    },
    stop: anvil.stop,
  };
}
