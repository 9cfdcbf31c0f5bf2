import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { showToast, toastFailure } from '#ui/toast.ts';
import { changeLeverage } from '../api/perpetual.ts';
import { leverageChange, validateLeverage } from '../model/margin.ts';
import { minorOf } from '../model/positions.ts';
import { UNFINISHED } from '../model/validate.ts';
import { LeverageInput } from './leverage-input.tsx';
import { MarginSums } from './margin-sums.tsx';
import { problemText } from './problem-text.ts';
import { useMargin } from './use-margin.ts';

/** Changes a position's leverage, and shows its margin and liquidation price first. */
export function ChangeLeverage({
  position,
  contract,
  onDone,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const figures = useMargin(position, contract);
  const { prices } = figures.room;
  const [chosen, setChosen] = useState(position.multiple);
  const blocked = validateLeverage(position, contract, chosen, figures.room);
  const change =
    chosen === position.multiple || prices === null
      ? undefined
      : leverageChange(position, contract, prices, chosen);
  const { guard } = useForm(blocked ? [blocked] : [], { unfinished: UNFINISHED });
  const { busy, submit } = useSubmit(changeLeverage, {
    onDone: () => showToast(t('sent.leverageChanged', { multiple: `${chosen}×` }), 'good'),
    onFailed: toastFailure(t('sent.unsure')),
  });
  const run = async () => {
    if (await submit({ position_id: position.position_id, multiple: chosen })) onDone();
  };
  return (
    <form className="stack-2 cols-1" onSubmit={guard(run)}>
      <LeverageInput
        shortcuts={contract.multiples}
        most={Math.max(contract.multiples.at(-1) ?? 1, position.multiple)}
        value={chosen}
        onChange={setChosen}
      />
      <MarginSums
        position={position}
        contract={contract}
        figures={figures}
        added={change && change.marginMinor - minorOf(position.margin, contract.quote.decimals)}
        needed={change?.neededMinor}
      />
      <p className="text-12 quiet leading-18">{t('margin.leverageText')}</p>
      <Button block type="submit" busy={busy} disabled={blocked !== undefined}>
        {blocked ? problemText(blocked, t) : t('margin.change', { multiple: `${chosen}×` })}
      </Button>
    </form>
  );
}
