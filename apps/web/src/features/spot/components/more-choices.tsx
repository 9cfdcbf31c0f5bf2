import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Checkbox } from '#ui/switch.tsx';
import type { Extras, SelfTrade } from '../model/ticket.ts';
import styles from './type-picker.module.css';

const SELF_TRADES: readonly SelfTrade[] = ['expire_taker', 'expire_maker', 'expire_both', 'decrement'];

/** What few orders need, behind one line. */
export function MoreChoices({
  extras,
  onChange,
  children,
}: {
  readonly extras: Extras;
  readonly onChange: (extras: Partial<Extras>) => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('spot');
  return (
    <details className={styles['more']}>
      <summary>{t('more.title')}</summary>
      <div className="stack-2 mt-3">
        <SelectField
          label={t('more.selfTrade')}
          name="self_trade"
          value={extras.selfTrade}
          onChange={value => {
            const selfTrade = SELF_TRADES.find(one => one === value);
            if (selfTrade) onChange({ selfTrade });
          }}
        >
          {SELF_TRADES.map(one => (
            <option key={one} value={one}>
              {t(`more.${one}`)}
            </option>
          ))}
        </SelectField>
        <Checkbox checked={extras.endsUnfilled} onChange={endsUnfilled => onChange({ endsUnfilled })}>
          <b>{t('more.ends')}</b> {t('more.endsText')}
        </Checkbox>
        <Checkbox checked={extras.guarded} onChange={guarded => onChange({ guarded })}>
          <b>{t('more.guarded')}</b> {t('more.guardedText')}
        </Checkbox>
        {children}
      </div>
    </details>
  );
}
