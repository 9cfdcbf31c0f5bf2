import type { DeskOutput } from '@tallystick/protocol/desk';
import type { trustRoutes } from './routes.ts';
import { termsOf } from './terms.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';

/** Every trust product as customers see it, with its terms in the shape of a change proposal. */
export function readTrustProducts(
  exchange: DeskExchange,
  offered: ReturnType<ReturnType<typeof trustRoutes>['products']>,
): DeskOutput<'GET desk/trust_products'> {
  const seen = new Map(offered.map(product => [product.product_id, product]));
  const products = exchange.trust.products();
  return {
    items: products.map(({ productId, orderCount }) => {
      const { own_left: _, ...product } = seen.get(productId)!;
      return {
        product,
        terms: { ...termsOf(exchange, productId) },
        orders: orderCount,
        editable: orderCount === 0,
      };
    }),
    next_product_id: Math.max(0, ...products.map(({ productId }) => productId)) + 1,
  };
}
