import { readFileSync } from 'node:fs';
import solc from 'solc';

interface SolidityOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >;
}

/** The code of Token.sol, in hex. @throws what the compiler finds wrong with it */
export function compileToken(): string {
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
  return code;
}
