import { describe, expect, test } from 'vitest';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { exitsOf, partProblems } from './parts.ts';
import { toList, toSend } from './request.ts';
import { summarise } from './summary.ts';
import { exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Parts, type Ticket } from './ticket.ts';

const LIMIT = { price: '100000', size: { unit: 'base', text: '0.5' } } as const;

function ticketOf(parts: Partial<Parts>, change: Partial<Ticket> = LIMIT): Ticket {
  return { ...EMPTY_TICKET, ...change, parts: { ...EMPTY_TICKET.parts, ...parts } };
}

function problemsOf(parts: Partial<Parts>, change: Partial<Ticket> = LIMIT): string[] {
  const ticket = ticketOf(parts, change);
  const context = exampleContext();
  return partProblems(ticket, context, summarise(ticket, context)).map(
    ({ code, field }) => `${code} ${field}`,
  );
}

describe('a bracket', () => {
  test('counts for purchases it is attached to, and then needs a price above or below', () => {
    expect(problemsOf({ profit: '1' })).toEqual([]);
    expect(problemsOf({ attached: true })).toEqual(['exit_required profit']);
    expect(problemsOf({ attached: true }, { ...LIMIT, side: 'sell' })).toEqual([]);
    expect(problemsOf({ attached: true, profit: '100000' })).toEqual(['profit_too_low profit']);
    expect(problemsOf({ attached: true, loss: '100000' })).toEqual(['loss_too_high loss']);
    expect(problemsOf({ attached: true, profit: '101000.05' })).toEqual(['exit_step profit']);
    expect(problemsOf({ attached: true, profit: '101000', loss: '99000', lossLimit: '98900' })).toEqual([]);
    expect(problemsOf({ attached: true, profit: '101000', lossLimit: '98900' })).toEqual([
      'exit_required loss',
    ]);
  });

  test('says in whole lots, after the fee, what it would sell', () => {
    const ticket = ticketOf({ attached: true, profit: '101000', loss: '99000' });
    const context = exampleContext();
    const summary = summarise(ticket, context);
    const exits = exitsOf(ticket, BTC_USDT, summary);
    expect(exits).toMatchObject({ profit: { price: '101000.0' }, loss: { price: '99000.0', limit: null } });
    expect(Number(exits!.quantity)).toBeLessThan(0.5);
    expect(toSend(ticket, BTC_USDT, summary, 0).order).toMatchObject({
      take_profit_price: '101000.0',
      stop_loss_price: '99000.0',
    });
  });
});

describe('a list', () => {
  test('is sent by itself, and buys with a limit for its stop', () => {
    const oco = { ...LIMIT, type: 'oco', trigger: '110000' } as const;
    expect(problemsOf({}, oco)).toEqual(['stop_price_required stopPrice']);
    const ticket = ticketOf({ stopPrice: '110100' }, oco);
    expect(toList(ticket, BTC_USDT, summarise(ticket, exampleContext()), 0).list).toEqual({
      market_id: 1,
      side: 'buy',
      price: '100000.0',
      quantity: '0.5',
      trigger_price: '110000.0',
      stop_price: '110100.0',
    });
  });
});

describe('an iceberg', () => {
  test('shows at least a tenth and less than all', () => {
    expect(problemsOf({ visible: '0.05' })).toEqual([]);
    expect(problemsOf({ visible: '0.04999' })).toEqual(['visible_part visible']);
    expect(problemsOf({ visible: '0.5' })).toEqual(['visible_part visible']);
    expect(problemsOf({ visible: '0.04999' }, { ...LIMIT, timeInForce: 'IOC' })).toEqual([]);
  });
});
