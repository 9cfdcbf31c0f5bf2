import type { TrustCommand } from '@tallystick/core/trust/command';
import type { TrustEvent, TrustPostingReason } from '@tallystick/core/trust/event';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { TRUST_ORDERS, TRUST_PAYMENTS } from './tables.ts';

export const TRUST: EngineProduct<TrustCommand, TrustEvent, TrustPostingReason> = {
  commands: journaled<TrustCommand>()({
    configureTrustProduct: 'productId enabled terms',
    buyTrust: 'customerId productId termsVersion amountMinor:bigint autoRenew',
    setTrustOpen: 'open',
    setTrustRenewal: 'customerId orderId autoRenew',
    redeemTrust: 'customerId orderId maxPenaltyMinor:bigint',
  }),
  postings: {
    trustPurchase: 'answer',
    trustInterest: 'ledgerAndAnswer',
    trustCompletion: 'answer',
    trustRedemption: 'ledgerAndAnswer',
  },
  answers: { trustProductChanged: () => false },
  tables: [audited(TRUST_ORDERS), audited(TRUST_PAYMENTS)],
  batch(feed) {
    const orders = TRUST_ORDERS.latest();
    const paid = TRUST_PAYMENTS.inserts();
    let payments = 0;
    /** References of the deposits this command opened. */
    const opened = new Set<string>();
    const ended = (): void => {
      if (payments > 0) feed.push('trustInterestPaid', null, { sequence: feed.sequence, payments });
      payments = 0;
      opened.clear();
    };
    return {
      tables: [orders, paid],
      posted: {
        trustPurchase({ reference }) {
          opened.add(reference);
          feed.atEnd(ended);
        },
      },
      on: {
        trustProductChanged: ({ product }) =>
          feed.push('termsSet', null, { of: 'trust', id: product.productId }),
        trustOrderChanged({ order }, at) {
          orders.push(order, at);
          const { orderId, productId, currencyId, state, cycleDays, principalMinor, renewalOf } = order;
          if (state !== 'hosting') {
            const { paidMinor, penaltyMinor } = order;
            const body = { orderId, currencyId, state, cycleDays, principalMinor, paidMinor, penaltyMinor };
            feed.push('trustOrderEnded', order.customerId, body);
          } else if (opened.has(`trust:${orderId}`)) {
            // Switching renewal or paying interest changes a deposit that exists.
            const body = { orderId, productId, currencyId, cycleDays, principalMinor, renewalOf };
            feed.push('trustOrderOpened', order.customerId, body);
          }
        },
        trustInterestPaid(event, at) {
          paid.push(event, at);
          payments++;
          feed.atEnd(ended);
        },
      },
    };
  },
};
