import type { CallOutput } from '@tallystick/protocol';
import type { LiabilityProof } from '@tallystick/verify/liability/proof';
import type { ListedPoint } from './service.ts';

export function wirePoint(point: ListedPoint): CallOutput<'GET liability/points'>['points'][number] {
  const { number, sequence, atMs, record, recordHash, kept } = point;
  return { point: number, sequence, at_ms: atMs, record, record_hash: recordHash.toString('hex'), kept };
}

export function wireProof({
  record,
  statements,
}: Omit<LiabilityProof, 'log'>): CallOutput<'GET liability/proof'> {
  return {
    kind: 'tallystick liability proof 1',
    record: {
      ...record,
      body: { ...record.body, tree: [...record.body.tree], beside: [...record.body.beside] },
    },
    statements: statements.map(one => ({
      ...one,
      parts: [...one.parts],
      leaves: [...one.leaves],
      beside: [...one.beside],
    })),
  };
}
