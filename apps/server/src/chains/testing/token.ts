import { readFileSync } from 'node:fs';
import { parseAbi, type Address, type Hex } from 'viem';
import { mine, type AnvilClient } from './anvil.ts';

export const TOKEN_ABI = parseAbi([
  'constructor(uint8 decimals, uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function payMany(address[] to, uint256[] values)',
  'function failAfterPaying(address to, uint256 value)',
  'function payCoin(address to) payable',
  'function shout(address to, uint256 value)',
]);

/** Compiled beforehand (see compile-token.ts): the compiler takes two seconds, in each process that runs tests. */
function bytecode(): Hex {
  return `0x${readFileSync(new URL('Token.hex', import.meta.url), 'utf8').trim()}`;
}

/** A new ERC-20 whose whole supply belongs to `owner`. */
export async function deployToken(chain: AnvilClient, owner: Address, decimals = 6): Promise<Address> {
  const hash = await chain.deployContract({
    abi: TOKEN_ABI,
    bytecode: bytecode(),
    args: [decimals, 10n ** 30n],
    account: owner,
  });
  await mine(chain);
  const { contractAddress } = await chain.getTransactionReceipt({ hash });
  return contractAddress!;
}
