import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { languageTag } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { DEVICE_ZONE } from '#lib/time-zone.ts';
import { plainZone, timeZones, zoneCity, zoneName, zoneOffset } from '#lib/zones.ts';
import { List, Row } from './card.tsx';
import { TextField } from './field.tsx';
import { Sheet } from './sheet.tsx';
import { EmptyState } from './states.tsx';

interface Zone {
  readonly zone: string;
  readonly city: string;
  readonly offset: string;
}

/** A zone's name in the customer's language, such as `Japan Standard Time`. */
function longName(zone: string, tag: string, atMs: number): string {
  const format = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'long' });
  return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function Zones({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('display');
  const language = useLanguage();
  const { timeZone } = useSettings();
  const [search, setSearch] = useState('');
  const [openedAtMs] = useState(() => Date.now());
  const zones = useMemo<readonly Zone[]>(
    () => timeZones().map(zone => ({ zone, city: zoneCity(zone), offset: zoneOffset(zone, openedAtMs) })),
    [openedAtMs],
  );
  const isSearching = search.trim() !== '';
  // Names in the customer's language take a moment, so they are made for those who search.
  const names = useMemo(
    () =>
      isSearching
        ? new Map(zones.map(({ zone }) => [zone, longName(zone, languageTag(language), openedAtMs)]))
        : undefined,
    [isSearching, zones, language, openedAtMs],
  );
  const wanted = plainZone(search);
  const found = zones.filter(({ zone, city, offset }) =>
    plainZone(`${zone} ${city} ${offset} ${names?.get(zone) ?? ''}`).includes(wanted),
  );
  const choose = (chosen: string) => {
    onDone();
    changeSettings({ timeZone: chosen });
  };
  const mark = (choice: string) => (choice === timeZone ? <Check size={18} className="accent" /> : null);
  return (
    <>
      <p className="text-13 soft mb-4">{t('zone.text')}</p>
      <TextField
        label={t('zone.search')}
        hideLabel
        placeholder={t('zone.search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
        before={<Search size={18} aria-hidden="true" />}
      />
      {found.length === 0 ? <EmptyState title={t('zone.none')} /> : null}
      <List label={t('zone.label')}>
        {isSearching ? null : (
          <Row
            title={t('zone.device')}
            detail={zoneCity(zoneName(DEVICE_ZONE))}
            value={mark(DEVICE_ZONE)}
            selected={timeZone === DEVICE_ZONE}
            onClick={() => choose(DEVICE_ZONE)}
          />
        )}
        {found.map(({ zone, city, offset }) => (
          <Row
            key={zone}
            title={city}
            detail={zone === 'UTC' ? undefined : `${offset} · ${names?.get(zone) ?? zone}`}
            value={mark(zone)}
            selected={zone === timeZone}
            onClick={() => choose(zone)}
          />
        ))}
      </List>
    </>
  );
}

/** Chooses the time zone of every time in the app. */
export function TimeZoneSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('display');
  return (
    <Sheet open={open} onClose={onClose} title={t('zone.label')}>
      <Zones onDone={onClose} />
    </Sheet>
  );
}

/** The chosen zone in a word. */
export function useZoneLabel(): string {
  const { t } = useTranslation('display');
  const { timeZone } = useSettings();
  return timeZone === DEVICE_ZONE ? t('zone.deviceShort') : zoneCity(timeZone);
}
