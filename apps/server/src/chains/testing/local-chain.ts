import { createInterface } from 'node:readline';
import { parseEther, parseUnits, type Address, type Hex } from 'viem';
import { mine, reorganise, startAnvil, type Anvil } from './anvil.ts';
import { deployToken, TOKEN_ABI } from './token.ts';

/**
 * A local Ethereum chain for trying deposits and withdrawals: `npm run chain [PORT]`. It prints how to start the server
 * with it, and reads commands: `usdt 25 0x…`, `eth 0.1 0x…`, `reorganise`, `stop`.
 */

const BLOCK_EVERY_S = 2;
const CONFIRMATIONS = 3;
const USDT_DECIMALS = 6;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function send({ chain }: Anvil, payer: Address, token: Address, words: string[]): Promise<Hex> {
  const [what, amount = '', to = ''] = words;
  if (what === 'eth') {
    return chain.sendTransaction({
      account: payer,
      to: to as Address,
      value: parseEther(amount),
      gas: 100_000n,
    });
  }
  const args = [to as Address, parseUnits(amount, USDT_DECIMALS)] as const;
  return chain.writeContract({
    abi: TOKEN_ABI,
    address: token,
    functionName: 'transfer',
    args,
    account: payer,
    gas: 500_000n,
  });
}

const anvil = await startAnvil({ port: Number(process.argv[2] ?? 8545) });
const [payer] = anvil.accounts;
if (payer === undefined) throw new Error('the chain has no accounts');
const token = await deployToken(anvil.chain, payer);
await anvil.chain.setIntervalMining({ interval: BLOCK_EVERY_S });

say(`A block every ${BLOCK_EVERY_S} seconds at ${anvil.url}. In another terminal:`);
say('');
say(`  DEPOSIT_RPC_ETH=${anvil.url} DEPOSIT_CHAIN_ETH=31337 DEPOSIT_CONFIRMATIONS_ETH=${CONFIRMATIONS} \\`);
say(`    DEPOSIT_USDT_ETH=${token} DEPOSIT_POLL_MS=1000 npm start`);
say('');
say('Then here: usdt 25 ADDRESS   eth 0.1 ADDRESS   reorganise   stop');

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/);
  if (words[0] === 'stop') break;
  try {
    if (words[0] === 'reorganise') {
      await reorganise(anvil.chain, CONFIRMATIONS + 1);
      say(`the newest ${CONFIRMATIONS + 1} blocks were replaced by empty ones`);
    } else if (words[0] === 'usdt' || words[0] === 'eth') {
      say(`sent in ${await send(anvil, payer, token, words)}`);
      await mine(anvil.chain);
    } else {
      say('usdt AMOUNT ADDRESS, eth AMOUNT ADDRESS, reorganise or stop');
    }
  } catch (error) {
    say(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}
await anvil.stop();
