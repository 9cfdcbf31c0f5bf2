import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
import { TellChoices } from './choices.ts';
import { CustomerNews } from './customer-news.ts';
import { registerTellCalls } from './routes.ts';
import { Tell, type TellOptions } from './tell.ts';

/** How customers are told of what happens, and what they chose of it. */
export function createTell({ pool, ...options }: Omit<TellOptions, 'choices'> & { readonly pool: pg.Pool }) {
  const choices = new TellChoices(pool);
  const tell = new Tell({ ...options, choices });
  return defineModule({
    name: 'tell',
    choices,
    tell,
    news: new CustomerNews({ tell, now: options.now }),
    calls: register => registerTellCalls(register, choices),
  });
}
