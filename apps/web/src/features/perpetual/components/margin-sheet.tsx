import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ChangeLeverage } from './change-leverage.tsx';
import { MarginAmount } from './margin-amount.tsx';
import { TopUpForm } from './top-up-form.tsx';

const WAYS = ['add', 'remove', 'leverage', 'topUp'] as const;
type Way = (typeof WAYS)[number];

/** What can be done about a position's margin: added, taken out, by its leverage, or by itself. */
export function MarginSheet({
  position,
  contract,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  // The account carries it: nothing of its own can be added, taken out or topped up.
  const isCross = position.margin_type === 'cross';
  const [way, setWay] = useState<Way>(isCross ? 'leverage' : 'add');
  const form = { position, contract, onDone: onClose };
  return (
    <Sheet open onClose={onClose} title={t('margin.title')}>
      <div className="stack-3 cols-1">
        {isCross ? <p className="lead">{t('marginType.marginText')}</p> : null}
        {isCross ? null : (
          <Segmented
            label={t('margin.way')}
            value={way}
            onChange={setWay}
            choices={WAYS.map(value => ({ value, label: t(`margin.ways.${value}`) }))}
          />
        )}
        {way === 'add' || way === 'remove' ? <MarginAmount key={way} way={way} {...form} /> : null}
        {way === 'leverage' ? <ChangeLeverage {...form} /> : null}
        {way === 'topUp' ? <TopUpForm {...form} /> : null}
      </div>
    </Sheet>
  );
}
