import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { ChoiceButton } from '#features/location/components/choice-button.tsx';
import { CountrySheet } from '#features/location/components/country-sheet.tsx';
import { PositionCard } from '#features/location/components/position-card.tsx';
import { choosePlace, usePlace } from '#features/location/model/place-store.ts';
import { searchNames, type Place } from '#features/location/model/place.ts';
import { regionsOf } from '#features/location/model/regions.ts';
import { countryName } from '#i18n/country-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';

const MAX_REGION_LENGTH = 120;

/** Chooses a region from an offline list or by typing it, and optionally the device's position. */
export function Page() {
  const { t } = useTranslation('identity');
  const back = useBack();
  const chosen = usePlace();
  const [search] = useSearchParams();
  const [place, setPlace] = useState<Place>(() => ({
    ...chosen,
    country: chosen.country || (search.get('country') ?? ''),
  }));
  const [text, setText] = useState('');
  const [choosing, setChoosing] = useState(false);
  const regions = useMemo(() => regionsOf(place.country), [place.country]);
  const found = useMemo(() => searchNames(regions, text), [regions, text]);
  const typed = text.trim();
  const choose = (region: string) => setPlace({ ...place, region });

  return (
    <Frame
      title={t('place.title')}
      width="narrow"
      footer={
        <Button
          disabled={place.region === '' && !place.position}
          onClick={() => {
            choosePlace(place);
            back();
          }}
        >
          {t('place.use')}
        </Button>
      }
    >
      <div className="stack-4">
        <ChoiceButton
          label={t('place.country')}
          value={countryName(place.country)}
          placeholder={t('chooseCountry')}
          onClick={() => setChoosing(true)}
        />
        <PositionCard
          position={place.position}
          name={place.region}
          onChange={position => setPlace({ ...place, position })}
        />
        <TextField
          label={t('place.region')}
          placeholder={t('place.searchRegion')}
          type="search"
          maxLength={MAX_REGION_LENGTH}
          value={text}
          onChange={setText}
          before={<Search size={18} aria-hidden="true" />}
        />
        <List label={t('place.region')}>
          {place.region && !found.includes(place.region) ? (
            <Row
              title={place.region}
              selected
              value={<Check size={18} aria-hidden="true" />}
              onClick={() => choose(place.region)}
            />
          ) : null}
          {found.map(region => (
            <Row
              key={region}
              title={region}
              selected={region === place.region}
              value={region === place.region ? <Check size={18} aria-hidden="true" /> : undefined}
              onClick={() => choose(region)}
            />
          ))}
          {typed && !regions.includes(typed) ? (
            <Row title={t('place.typed', { text: typed })} onClick={() => choose(typed)} />
          ) : null}
        </List>
      </div>
      <CountrySheet
        open={choosing}
        selected={place.country}
        onClose={() => setChoosing(false)}
        onSelect={country => {
          setChoosing(false);
          if (country !== place.country) setPlace({ ...place, country, region: '' });
        }}
      />
    </Frame>
  );
}
