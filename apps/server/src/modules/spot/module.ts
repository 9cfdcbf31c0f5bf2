import type { MarketUnitsTable } from '../market/units.ts';
import { defineModule } from '../../module/module.ts';
import { spotRoutes } from './routes.ts';
import { SpotService, type SpotOptions } from './service.ts';

/** Orders. */
export function createSpot(options: SpotOptions & { readonly units: MarketUnitsTable }) {
  const routes = spotRoutes(new SpotService(options), options.units);
  return defineModule({ name: 'spot', begins: { 'POST coin/trade': 'spot' }, ...routes });
}
