import type { WireOptionProof } from '@tallystick/protocol/wire';

/** The stand-alone verifier, beside the app. */
export const VERIFIER = 'tallystick-verify.mjs';

/** How it is called, in the folder both were saved to. */
export function ownCommand(name: string): string {
  return `node ${VERIFIER} ${name}`;
}

export function proofName({ receipt }: WireOptionProof): string {
  return `tallystick-proof-${receipt.option_id}.json`;
}

export function proofText(proof: unknown): string {
  return `${JSON.stringify(proof, undefined, 1)}\n`;
}

/** The ticks of a proof as the archive files have them: one a line. */
export function pricesText({ log }: WireOptionProof): string {
  const { previous_hash, ticks } = log.range;
  const head = {
    format: 'tallystick price log 1',
    first: ticks[0]?.number,
    last: ticks.at(-1)?.number,
    previous_hash,
  };
  return [head, ...ticks].map(line => `${JSON.stringify(line)}\n`).join('');
}
