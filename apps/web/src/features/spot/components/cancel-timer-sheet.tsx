import { Check } from 'lucide-react';
import { useState } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { currentLocale } from '#lib/format-locale.ts';
import { currentSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { FormError } from '#ui/form-error.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { showToast } from '#ui/toast.ts';
import { startTimer } from '../api/cancel-timers.ts';
import { AFTER_CHOICES, timeName } from '../model/timer-choices.ts';
import type { CancelTimer } from '../model/timer-keeper.ts';

const SCOPES: readonly CancelTimer['scope'][] = ['all', 'guarded'];

/** Sets the dead man's switch of a market, and says what it does. */
export function CancelTimerSheet({
  market,
  afterMs: first,
  onClose,
}: {
  readonly market: WireMarket;
  /** The time last chosen. */
  readonly afterMs: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('spot');
  const [afterMs, setAfterMs] = useState(first);
  const [scope, setScope] = useState<CancelTimer['scope']>('all');
  const [keeps, setKeeps] = useState(false);
  const { busy, error, unsure, submit } = useSubmit(startTimer, {
    onDone: () => {
      showToast(t('deadMan.started'), 'good');
      onClose();
    },
  });
  const { symbol } = market;
  const start = () => {
    const ownerId = currentSession()?.user.id;
    if (ownerId !== undefined) void submit({ ownerId, marketId: market.id, afterMs, scope, keeps });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('deadMan.title')}
      footer={
        <Button busy={busy} onClick={start}>
          {t('deadMan.start')}
        </Button>
      }
    >
      <div className="stack-3">
        <p className="text-13 leading-18 lead">{t('deadMan.text', { symbol })}</p>
        <SelectField
          label={t('deadMan.after')}
          name="after"
          value={String(afterMs)}
          onChange={text => setAfterMs(parseInt(text, 10))}
        >
          {AFTER_CHOICES.map(choice => (
            <option key={choice} value={choice}>
              {timeName(choice, currentLocale().marks.tag)}
            </option>
          ))}
        </SelectField>
        <List label={t('deadMan.scope')}>
          {SCOPES.map(one => (
            <Row
              key={one}
              title={t(`deadMan.${one}`, { symbol })}
              {...(one === 'guarded' ? { detail: t('deadMan.guardedText') } : {})}
              {...(one === scope ? { value: <Check size={18} className="accent" aria-hidden="true" /> } : {})}
              selected={one === scope}
              onClick={() => setScope(one)}
            />
          ))}
        </List>
        <Checkbox checked={keeps} onChange={setKeeps}>
          <b>{t('deadMan.keep')}</b> {t('deadMan.keepText')}
        </Checkbox>
        <FormError error={error} unsure={unsure && t('deadMan.unsure')} />
      </div>
    </Sheet>
  );
}
