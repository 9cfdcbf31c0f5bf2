import { t } from '#i18n/texts.ts';
import { useNames } from '#lib/use-names.ts';
import { Choice, Field } from '#ui/field.tsx';
import { TimeField } from '#ui/time-field.tsx';

/** As it is filled in: the time may still be missing. */
export interface Listing {
  readonly market_id: number;
  readonly issued_on: string | null;
  readonly listed_at_ms: number | null;
}

/** What a notice of a new listing says: its market, since when the currency exists, and when trading begins. */
export function ListingFields({
  listing,
  onChange,
}: {
  readonly listing: Listing | null;
  readonly onChange: (listing: Listing | null) => void;
}) {
  const { markets } = useNames();
  return (
    <fieldset className="stack">
      <legend>{t('notices.listing')}</legend>
      <Choice
        label={t('notices.listingMarket')}
        value={listing === null ? '' : String(listing.market_id)}
        options={[
          { value: '', label: t('notices.listingNone') },
          ...[...markets].map(([id, symbol]) => ({ value: String(id), label: symbol })),
        ]}
        onChange={value =>
          onChange(
            value === ''
              ? null
              : { issued_on: null, listed_at_ms: null, ...listing, market_id: parseInt(value, 10) },
          )
        }
      />
      {listing === null ? null : (
        <>
          <Field
            label={t('notices.issuedOn')}
            help={t('notices.issuedOnHelp')}
            value={listing.issued_on ?? ''}
            placeholder="2009-01-03"
            pattern="\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
            inputMode="numeric"
            autoComplete="off"
            onChange={day => onChange({ ...listing, issued_on: day === '' ? null : day })}
          />
          <TimeField
            label={t('notices.listedAt')}
            atMs={listing.listed_at_ms}
            onChange={listed_at_ms => onChange({ ...listing, listed_at_ms })}
          />
        </>
      )}
    </fieldset>
  );
}
