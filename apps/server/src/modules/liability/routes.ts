import type { RegisterCall } from '../../http/call-router.ts';
import { readCursor } from '../../http/page.ts';
import type { LiabilityService } from './service.ts';
import { wirePoint, wireProof } from './wire.ts';

export function registerLiabilityCalls(register: RegisterCall, service: LiabilityService): void {
  register('GET liability/points', async ({ cursor, limit }) => {
    const points = await service.points(readCursor(cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER, limit);
    const last = points.at(-1);
    return {
      points: points.map(wirePoint),
      next_cursor: last === undefined || points.length < limit ? null : String(last.number),
    };
  });
  register('GET liability/proof', async ({ point }, { session }) =>
    wireProof(await service.proof(session.customerId, point ?? null)),
  );
}
