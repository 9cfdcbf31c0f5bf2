import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedEvent } from '../../feed/event.ts';
import type { Feed } from '../../feed/feed.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { writeCustomerNotices, type CustomerNotice } from '../notice/write.ts';

export interface OptionNewsOptions {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly units: MarketUnitsTable;
}

/** Tells customers of stakes that came back because prices stood still: wins and losses they expect, this they do not. */
export function tellOfOptions({ feed, units }: OptionNewsOptions): void {
  feed.subscribe({
    name: 'option-news',
    kinds: ['optionSettled'],
    from: 'beginning',
    async handle(client, events) {
      await writeCustomerNotices(
        client,
        events.flatMap(event => noticeOf(event, units)),
      );
    },
  });
}

function noticeOf(
  { customerId, atMs, body }: FeedEvent<'optionSettled'>,
  units: MarketUnitsTable,
): CustomerNotice[] {
  const stale = body.result === 'staleEntry' || body.result === 'staleExit';
  if (body.practice || !stale || customerId === null) return [];
  const { code, decimals } = units.currency(body.currencyId);
  return [
    {
      customerId,
      kind: body.result === 'staleEntry' ? 'optionStaleEntry' : 'optionStaleExit',
      atMs,
      values: {
        option: String(body.optionId),
        symbol: units.of(body.marketId).market.symbol,
        seconds: String(body.seconds),
        amount: formatMinor(body.stakeMinor, decimals),
        currency: code,
      },
    },
  ];
}
