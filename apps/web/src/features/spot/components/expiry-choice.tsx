import { useTranslation } from '#i18n/use-translation.ts';
import { currentLocale } from '#lib/format-locale.ts';
import { dayAt } from '#lib/days.ts';
import { clockAt, momentAt } from '#lib/moment.ts';
import { zoneCity, zoneName } from '#lib/zones.ts';
import { DEVICE_ZONE } from '#lib/time-zone.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { DayField } from '#ui/day-field.tsx';
import { formatDate } from '#ui/format.ts';
import { formatSpan } from '#ui/format-time.ts';
import { Chips } from '#ui/segmented.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { Lasting } from '../model/ticket.ts';
import { shortcutOf, SHORTCUTS } from './order-words.ts';

const MINUTE_MS = 60_000;
const STEP_MINUTES = 5;
/** `00`, `05` … */
const twoDigits = (value: number) => String(value).padStart(2, '0');
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = Array.from({ length: 60 / STEP_MINUTES }, (_, step) => step * STEP_MINUTES);

/** The next full step that is at least an hour away. */
function suggested(nowMs: number): number {
  const stepMs = STEP_MINUTES * MINUTE_MS;
  return Math.ceil((nowMs + 60 * MINUTE_MS) / stepMs) * stepMs;
}

function OwnTime({
  untilMs,
  onChange,
}: {
  readonly untilMs: number;
  readonly onChange: (untilMs: number) => void;
}) {
  const { t } = useTranslation('spot');
  const { hour, minute } = clockAt(untilMs);
  const day = dayAt(untilMs);
  const { timeZone } = currentLocale();
  return (
    <div className="stack-3 mt-3">
      <DayField
        label={t('lasting.date')}
        value={day}
        onChange={chosen => chosen && onChange(momentAt(chosen, hour, minute))}
      />
      <div className="stack-2 cols-2">
        <SelectField
          label={t('lasting.hours')}
          name="hour"
          value={String(hour)}
          onChange={text => onChange(momentAt(day, parseInt(text, 10), minute))}
        >
          {HOURS.map(one => (
            <option key={one} value={one}>
              {twoDigits(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('lasting.minutes')}
          name="minute"
          value={String(minute)}
          onChange={text => onChange(momentAt(day, hour, parseInt(text, 10)))}
        >
          {MINUTES.map(one => (
            <option key={one} value={one}>
              {twoDigits(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="note">{t('lasting.zone', { zone: zoneCity(zoneName(timeZone ?? DEVICE_ZONE)) })}</p>
    </div>
  );
}

/** How long a GTD order lasts: one of a few spans from when it is sent, or a moment in the customer's time zone. */
export function ExpiryChoice({
  lasting,
  onChange,
}: {
  readonly lasting: Lasting;
  readonly onChange: (lasting: Lasting) => void;
}) {
  const { t } = useTranslation('spot');
  const nowMs = useServerNow(1000);
  const choose = (name: string) => {
    const shortcut = SHORTCUTS.find(one => one.name === name);
    onChange(shortcut ? { forMs: shortcut.forMs } : { untilMs: suggested(nowMs) });
  };
  const isOver = 'untilMs' in lasting && lasting.untilMs <= nowMs;
  return (
    <section className="mt-3" aria-label={t('lasting.title')}>
      <Chips
        label={t('lasting.title')}
        value={shortcutOf(lasting)?.name ?? 'own'}
        onChange={choose}
        choices={[
          ...SHORTCUTS.map(({ name }) => ({ value: name, label: t(`lasting.${name}`) })),
          { value: 'own', label: t('lasting.own') },
        ]}
      />
      {'untilMs' in lasting ? (
        <>
          <OwnTime untilMs={lasting.untilMs} onChange={untilMs => onChange({ untilMs })} />
          <p className={isOver ? 'down text-13' : 'note'} role={isOver ? 'alert' : undefined}>
            {isOver
              ? t('problem.expiry_in_past')
              : `${formatDate(lasting.untilMs, 'date')}, ${formatDate(lasting.untilMs, 'minute')} · ${t('lasting.left', { span: formatSpan(lasting.untilMs - nowMs) })}`}
          </p>
        </>
      ) : null}
    </section>
  );
}
