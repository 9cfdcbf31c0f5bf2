import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Area, Choice, Field, Figure, Figures } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { AboutFields } from './about-fields.tsx';
import {
  acceptedText,
  readAccepted,
  readReleases,
  releasesText,
  type About,
  type OfferTerms,
} from './offer-draft.ts';

/** Fields as typed; the server validates them. */
const NAMES = ['code', 'name'] as const;
const AMOUNTS = [
  'issue_price',
  'supply',
  'minimum',
  'cap',
  'tick_size',
  'lot_size',
  'min_notional',
  'price_band_percent',
  'maker_fee_percent',
  'taker_fee_percent',
] as const;
const TIMES = ['start_ms', 'close_ms', 'launch_ms'] as const;

type Accepted = Parameters<typeof acceptedText>[0];
type Releases = Parameters<typeof releasesText>[0];

/** All terms of an offer that has not started. */
export function OfferDialog({
  terms,
  before,
  codes,
  onClose,
}: {
  readonly terms: OfferTerms;
  /** Null: a new one. */
  readonly before: OfferTerms | null;
  /** Codes of the currencies customers may pay with, by id. */
  readonly codes: ReadonlyMap<number, string>;
  readonly onClose: () => void;
}) {
  const [wanted, setWanted] = useState<OfferTerms>(terms);
  const [accepted, setAccepted] = useState(() => acceptedText(terms['accepted'] as Accepted, codes));
  const [releases, setReleases] = useState(() => releasesText(terms['releases'] as Releases));
  const timeOf = (name: string): number => {
    const atMs = wanted[name];
    return typeof atMs === 'number' ? atMs : 0;
  };
  const set = (name: string, value: unknown) => setWanted({ ...wanted, [name]: value });
  const text = (name: string) => String(wanted[name] ?? '');
  const readAcceptedNow = readAccepted(accepted, codes);
  const readReleasesNow = readReleases(releases);
  const about = wanted['about'] as About;
  const propose = () => {
    const after = { ...wanted, accepted: readAcceptedNow, releases: readReleasesNow };
    return { change: after, before, after };
  };
  return (
    <ProposalForm
      title={t('launch.editTitle', { id: text('offer_id') })}
      wide
      kind="launch_offer"
      propose={propose}
      goesBack
      onClose={onClose}
      disabled={readAcceptedNow === null || readReleasesNow === null || about.en === undefined}
    >
      <div className="grid-2">
        {NAMES.map(name => (
          <Field
            key={name}
            label={t(`launch.fields.${name}`)}
            value={text(name)}
            required
            maxLength={40}
            onChange={typed => set(name, name === 'code' ? typed.toUpperCase().trim() : typed)}
          />
        ))}
        <Figure
          label={t('launch.fields.decimals')}
          value={text('decimals')}
          inputMode="numeric"
          pattern="[0-8]"
          onChange={typed => set('decimals', wholeOf(typed) ?? 0)}
        />
        <Choice
          label={t('launch.fields.mode')}
          value={text('mode')}
          options={[
            { value: 'pro_rata', label: t('launchModes.pro_rata') },
            { value: 'first_come', label: t('launchModes.first_come') },
          ]}
          onChange={mode => set('mode', mode)}
        />
        <Figures
          names={AMOUNTS}
          labelOf={name => t(`launch.fields.${name}`)}
          values={wanted}
          onChange={setWanted}
        />
        {TIMES.map(name => (
          <TimeField
            key={name}
            label={t(`launch.fields.${name}`)}
            atMs={timeOf(name)}
            required
            onChange={atMs => set(name, atMs ?? wanted[name])}
          />
        ))}
      </div>
      <div className="grid-2">
        <Area
          label={t('launch.fields.accepted')}
          help={readAcceptedNow === null ? t('launch.acceptedWrong') : t('launch.acceptedHelp')}
          value={accepted}
          onChange={setAccepted}
        />
        <Area
          label={t('launch.fields.releases')}
          help={readReleasesNow === null ? t('launch.releasesWrong') : t('launch.releasesHelp')}
          value={releases}
          onChange={setReleases}
        />
      </div>
      <AboutFields about={about} onChange={next => set('about', next)} />
    </ProposalForm>
  );
}
