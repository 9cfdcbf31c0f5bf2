import { describe, expect, it } from 'vitest';
import {
  conditionalProblems,
  EMPTY_FORM,
  toConditionalRequest,
  waitsForRise,
  type ConditionalForm,
} from './conditional.ts';
import { BTC_PERPETUAL } from './testing/example-contract.ts';

const FORM: ConditionalForm = { ...EMPTY_FORM, trigger: '60500', lots: '3' };
const codes = (change: Partial<ConditionalForm>, now: string | null = '60000') =>
  conditionalProblems({ ...FORM, ...change }, BTC_PERPETUAL, now).map(
    ({ field, code }) => `${field} ${code}`,
  );

describe('a conditional order', () => {
  it('waits for a rise or a fall by what it is', () => {
    const waits = (['stop', 'takeProfit', 'trailing'] as const).map(kind =>
      (['buy', 'sell'] as const).map(side => waitsForRise({ kind, side })),
    );
    expect(waits).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it('needs a trigger ahead of the watched price', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ trigger: '' })).toEqual(['trigger trigger_required']);
    expect(codes({ trigger: '60000' })).toEqual(['trigger trigger_above']);
    expect(codes({ side: 'sell' })).toEqual(['trigger trigger_below']);
    expect(codes({ trigger: '60500.05' })).toEqual(['trigger price_step']);
    expect(codes({ trigger: '1' }, null)).toEqual([]);
  });

  it('trails by a share or a price, from now or from an activation price on', () => {
    const trailing = { kind: 'trailing', trigger: '' } as const;
    expect(codes(trailing)).toEqual(['distance distance_required']);
    expect(codes({ ...trailing, distance: '0.05' })).toEqual(['distance distance_range']);
    expect(codes({ ...trailing, distance: '1.5' })).toEqual([]);
    expect(codes({ ...trailing, distance: '100.05', distanceIn: 'price' })).toEqual(['distance price_step']);
    expect(codes({ ...trailing, distance: '1', trigger: '0.01' })).toEqual(['trigger price_step']);
  });

  it('needs a price for a limit order, and lots unless it closes all', () => {
    expect(codes({ type: 'limit' })).toEqual(['price price_required']);
    expect(codes({ lots: '' })).toEqual(['lots lots_required']);
    expect(codes({ lots: '10001' })).toEqual(['lots lots_too_many']);
    expect(codes({ lots: '', reduces: true, whole: true })).toEqual([]);
    expect(codes({ lots: '', whole: true })).toEqual(['lots lots_required']);
  });

  it('is sent with what it needs, and nothing else', () => {
    expect(toConditionalRequest(FORM, BTC_PERPETUAL, null, 10)).toEqual({
      market_id: 1,
      side: 'buy',
      effect: 'open',
      kind: 'stop',
      type: 'market',
      lots: '3',
      multiple: '10',
      trigger_source: 'mark',
      trigger_price: '60500',
    });
    const exit = {
      kind: 'trailing',
      side: 'sell',
      reduces: true,
      whole: true,
      trigger: '',
      distance: '1',
    } as const;
    expect(toConditionalRequest({ ...FORM, ...exit }, BTC_PERPETUAL, 7, 10)).toEqual({
      market_id: 1,
      side: 'sell',
      effect: 'reduce',
      position_id: 7,
      kind: 'stop',
      type: 'market',
      trigger_source: 'mark',
      trail_percent: '1',
    });
  });
});
