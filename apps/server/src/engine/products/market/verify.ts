import type { VerifiedProduct } from '../verified-product.ts';

export const MARKET_VERIFIED: VerifiedProduct = {
  rules: [
    {
      what: 'the price log is broken at tick',
      // The log continues where its archive ends.
      sql: `select number as name from (
        select number, previous_hash, lag(number) over (order by number) as before,
          lag(hash) over (order by number) as hash_before
        from price_ticks
      ) as ticks
      left join (select last, last_hash from price_log_archives order by first desc limit 1) as archive on before is null
      where number <> coalesce(before, last, 0) + 1
        or previous_hash <> coalesce(hash_before, last_hash, decode(repeat('00', 32), 'hex'))`,
    },
  ],
};
