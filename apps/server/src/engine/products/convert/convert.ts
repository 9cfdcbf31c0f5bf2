import type { ConvertCommand } from '@tallystick/core/convert/command';
import type { ConvertEvent } from '@tallystick/core/convert/event';
import type { DustCommand } from '@tallystick/core/dust/command';
import type { DustEvent, DustPostingReason } from '@tallystick/core/dust/event';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { CONVERSIONS, DUST_CONVERSIONS } from './tables.ts';

/** Customers' conversions by orders, and what the house buys because no order could sell it. */
export const CONVERT: EngineProduct<
  ConvertCommand | DustCommand,
  ConvertEvent | DustEvent,
  DustPostingReason
> = {
  commands: journaled<ConvertCommand | DustCommand>()({
    convert: 'customerId fromCurrencyId toCurrencyId amountMinor:bigint expiresAtMs minReceivedMinor:bigint',
    convertDust: 'customerId lines expiresAtMs minReceivedMinor:bigint',
    configureDust: 'terms',
  }),
  postings: { dustConversion: 'ledgerAndAnswer' },
  tables: [audited(CONVERSIONS), audited(DUST_CONVERSIONS)],
  batch(feed) {
    const conversions = CONVERSIONS.inserts();
    const dust = DUST_CONVERSIONS.inserts();
    return {
      tables: [conversions, dust],
      on: {
        converted(event, at) {
          const { customerId, fromCurrencyId, toCurrencyId, paidMinor, receivedMinor, orderIds } = event;
          const [orderId, secondOrderId = null] = orderIds;
          conversions.push({ ...event, orderId: orderId!, secondOrderId }, at);
          const body = { fromCurrencyId, toCurrencyId, paidMinor, receivedMinor, orderIds };
          feed.push('converted', customerId, body);
        },
        dustConverted({ lines, ...shared }, at) {
          for (const line of lines) dust.push({ ...shared, ...line }, at);
          const { dustId, customerId, toCurrencyId, receivedMinor } = shared;
          const paid = lines.map(line => [line.currencyId, line.amountMinor] as const);
          feed.push('dustConverted', customerId, { dustId, toCurrencyId, receivedMinor, paid });
        },
        dustTermsSet: () => feed.push('termsSet', null, { of: 'dust', id: null }),
      },
    };
  },
};
