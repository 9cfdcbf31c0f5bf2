import { defineModule } from '../../module/module.ts';
import { registerSpotCalls } from './routes.ts';
import { SpotService, type SpotOptions } from './service.ts';

/** Orders. */
export function createSpot(options: SpotOptions) {
  const service = new SpotService(options);
  return defineModule({
    name: 'spot',
    service,
    calls: register => registerSpotCalls(register, service),
  });
}
