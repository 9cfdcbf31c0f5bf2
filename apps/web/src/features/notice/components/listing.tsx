import type { WireNotice } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';

type Listing = NonNullable<WireNotice['listing']>;

/** A currency's issue date is a calendar day without a time zone. */
function issuedOn({ issued_on }: Listing): string | undefined {
  return issued_on === null ? undefined : formatDate(Date.parse(`${issued_on}T12:00:00Z`), 'date');
}

/** A new listing in one line: the currency and when trading begins. */
export function ListingLine({ listing }: { readonly listing: Listing }) {
  return (
    <span className="accent text-13 weight-600">
      {listing.currency} · {formatDate(listing.listed_at_ms, 'dayMinute')}
    </span>
  );
}

/** Details of a new listing: the currency, its issue date, and when trading begins. */
export function ListingFacts({ listing }: { readonly listing: Listing }) {
  const { t } = useTranslation('notification');
  return (
    <Card>
      <KeyValues>
        <KeyValue label={t('listing.currency')}>{listing.currency}</KeyValue>
        <KeyValue label={t('listing.issued')}>{issuedOn(listing) ?? t('listing.unknown')}</KeyValue>
        <KeyValue label={t('listing.listed')}>{formatDate(listing.listed_at_ms, 'dayMinute')}</KeyValue>
      </KeyValues>
    </Card>
  );
}
