import { defineModule } from '../../module/module.ts';
import { TellChoices } from './choices.ts';
import type { FillUnits } from './fills.ts';
import { registerTellCalls } from './routes.ts';
import { subscribeTellers } from './subscribers.ts';
import { Tell, type TellOptions } from './tell.ts';
import { CustomerNews } from './customer-news.ts';
import type pg from 'pg';

export interface TellModuleOptions extends Omit<TellOptions, 'choices'> {
  readonly pool: pg.Pool;
  readonly fillUnits: FillUnits;
}

/** How customers are told of what happens, and what they chose of it. */
export function createTell({ pool, fillUnits, ...options }: TellModuleOptions) {
  const { now } = options;
  const choices = new TellChoices(pool);
  const tell = new Tell({ ...options, choices });
  return defineModule({
    name: 'tell',
    choices,
    tell,
    news: new CustomerNews({ tell, now }),
    calls: register => registerTellCalls(register, choices),
    subscriptions: feed => subscribeTellers({ feed, tell, units: fillUnits, now }),
  });
}
