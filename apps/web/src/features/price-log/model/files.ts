import type { WireOptionProof } from '@tallystick/protocol/wire';

/** The ticks of a proof in the format of the archive files: one per line. */
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
