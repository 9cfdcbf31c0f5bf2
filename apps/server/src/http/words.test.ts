import type {
  MarketStatus,
  OptionResult,
  OrderEndReason,
  OrderType,
  PositionView,
  StopKind,
} from '@tallystick/core';
import type { WireOption, WireOrder, WirePosition } from '@tallystick/protocol';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { fromWire, toWire } from './words.ts';

type Present<T> = NonNullable<T>;

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]*$/u);

describe('words of core and wire', () => {
  it('are the same but for how they are written', () => {
    expect(toWire('cancelledByCustomer')).toBe('cancelled_by_customer');
    expect(fromWire('cancelled_by_customer')).toBe('cancelledByCustomer');
    expect([toWire(null), fromWire(null), fromWire(undefined)]).toEqual([null, null, undefined]);
  });

  it('lead back to where they came from', () => {
    fc.assert(
      fc.property(word, of => {
        expect(fromWire(toWire(of) as string)).toBe(of);
      }),
    );
  });

  it('understand what was published in camel case', () => {
    expect(fromWire('proRata')).toBe('proRata');
    expectTypeOf(fromWire<'pro_rata' | 'proRata'>).returns.toEqualTypeOf<'proRata'>();
  });

  it('are complete both ways', () => {
    expect(fromWire(toWire('stopLimit'))).toBe('stopLimit');
    expectTypeOf(toWire<OrderType>).returns.toEqualTypeOf<WireOrder['type']>();
    expectTypeOf(fromWire<WireOrder['type']>).returns.toEqualTypeOf<OrderType>();
    expectTypeOf(fromWire<Present<WireOrder['reason']>>).returns.toEqualTypeOf<OrderEndReason>();
    expectTypeOf(fromWire<Present<WirePosition['triggered']>>).returns.toEqualTypeOf<StopKind>();
    expectTypeOf(fromWire<WirePosition['close_reason']>).returns.toEqualTypeOf<PositionView['closeReason']>();
    expectTypeOf(fromWire<WirePosition['end_reason']>).returns.toEqualTypeOf<
      PositionView['openingEndReason']
    >();
    expectTypeOf(fromWire<Present<WireOption['result']>>).returns.toEqualTypeOf<OptionResult>();
    expectTypeOf(fromWire<'open' | 'cancel_only' | 'halted'>).returns.toEqualTypeOf<MarketStatus>();
  });
});
