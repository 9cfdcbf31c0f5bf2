import { readFileSync } from 'node:fs';
import solc from 'solc';
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

interface SolidityOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >;
}

let compiled: Hex | null = null;

/** Token.sol, compiled once per process. */
function bytecode(): Hex {
  compiled ??= compile();
  return compiled;
}

function compile(): Hex {
  const content = readFileSync(new URL('Token.sol', import.meta.url), 'utf8');
  const input = {
    language: 'Solidity',
    sources: { 'Token.sol': { content } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolidityOutput;
  const failure = output.errors?.find(error => error.severity === 'error');
  const code = output.contracts['Token.sol']?.['Token']?.evm.bytecode.object;
  if (failure !== undefined || code === undefined) throw new Error(`Token.sol: ${failure?.formattedMessage}`);
  return `0x${code}`;
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
