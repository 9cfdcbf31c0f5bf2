import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { BasicForm } from '#features/identity/components/basic-form.tsx';
import { IdentityLoader } from '#features/identity/components/identity-loader.tsx';
import { LevelCard } from '#features/identity/components/level-card.tsx';
import { changeBasicDraft, useBasicDraft } from '#features/identity/model/draft.ts';
import { ChoiceButton } from '#features/location/components/choice-button.tsx';
import { CountrySheet } from '#features/location/components/country-sheet.tsx';
import { choosePlace, usePlace } from '#features/location/model/place-store.ts';
import { NOWHERE, writePosition } from '#features/location/model/place.ts';
import { countryName } from '#i18n/country-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { showToast } from '#ui/toast.ts';

/** Country, name, number and address. */
export function Page() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const draft = useBasicDraft();
  const place = usePlace();
  const [choosing, setChoosing] = useState(false);
  const { region, position } = place;
  const placeText = [region, position ? writePosition(position) : ''].filter(Boolean).join(' · ');

  return (
    <Frame title={t('basic.title')} width="narrow">
      <IdentityLoader
        render={({ basic }) =>
          basic.state === 'verified' || basic.state === 'under_review' ? (
            <LevelCard step={1} name="basic" level={basic} to={paths.verificationBasic.getHref()} open />
          ) : (
            <BasicForm
              basic={basic}
              place={place}
              keptCountry={countryName(basic.country ?? '')}
              renderCountry={error => (
                <ChoiceButton
                  label={t('fields.country')}
                  name="country"
                  value={countryName(draft.country)}
                  placeholder={t('chooseCountry')}
                  error={error}
                  onClick={() => setChoosing(true)}
                />
              )}
              placeField={
                <ChoiceButton
                  label={t('fields.region')}
                  note={t('optional')}
                  value={placeText}
                  placeholder={t('chooseRegion')}
                  onClick={() =>
                    void navigate(paths.chooseLocation.getHref({ country: draft.country || undefined }))
                  }
                />
              }
              onSent={() => {
                choosePlace(NOWHERE);
                showToast(t('sentToast'), 'good');
                goOn(paths.verification.getHref(), { replace: true });
              }}
            />
          )
        }
      />
      <CountrySheet
        open={choosing}
        selected={draft.country}
        onClose={() => setChoosing(false)}
        onSelect={value => {
          changeBasicDraft({ type: 'typed', field: 'country', value });
          setChoosing(false);
        }}
      />
    </Frame>
  );
}
