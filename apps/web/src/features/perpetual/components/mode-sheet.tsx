import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { FormError } from '#ui/form-error.tsx';
import { showToast } from '#ui/toast.ts';
import { useContractOrders, useSetMode } from '../api/orders.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { contractName, type Direction } from '../model/contract.ts';
import { modeChange, POSITION_MODES, type PositionMode } from '../model/held.ts';

const DIRECTIONS: readonly Direction[] = ['long', 'short'];

/** What orders of the contract do, each with a sentence, and what a change would do to the positions there are. */
export function ModeSheet({
  contract,
  current,
  onClose,
}: {
  readonly contract: WireContract;
  readonly current: PositionMode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['perpetual', 'common']);
  const [chosen, setChosen] = useState(current);
  const positions = useOpenPositions();
  const orders = useContractOrders();
  const { market_id: marketId } = contract;
  const { busy, error, submit, clearError } = useSubmit(useSetMode(marketId), {
    onDone: ({ mode }) => {
      showToast(
        t('perpetual:mode.changed', { mode: t(`perpetual:mode.${mode}`), contract: contractName(contract) }),
        'good',
      );
      onClose();
    },
  });
  const isChanged = chosen !== current;
  const { refused, merged } = modeChange(chosen, positions?.values() ?? [], orders?.values() ?? [], marketId);
  const blocked = isChanged ? refused : null;
  const becomeOne = isChanged ? DIRECTIONS.filter(direction => merged[direction] > 0) : [];
  return (
    <ChoiceSheet
      open
      title={t('perpetual:mode.title', { contract: contractName(contract) })}
      choices={POSITION_MODES.map(value => ({
        value,
        title: t(`perpetual:mode.${value}`),
        detail: t(`perpetual:mode.${value}Text`),
      }))}
      chosen={chosen}
      onChoose={mode => {
        clearError();
        setChosen(mode);
      }}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button busy={busy} disabled={!isChanged || blocked !== null} onClick={() => void submit(chosen)}>
            {t('perpetual:mode.use', { mode: t(`perpetual:mode.${chosen}`) })}
          </Button>
        </>
      }
    >
      {blocked === null ? null : (
        <p className="down text-13 mt-3" role="alert">
          {t(`perpetual:mode.refused.${blocked}`)}
        </p>
      )}
      {blocked === null
        ? becomeOne.map(direction => (
            <p key={direction} className="note mt-3">
              {t(`perpetual:mode.merges.${direction}`, { count: merged[direction] })}
            </p>
          ))
        : null}
      <FormError error={error} />
    </ChoiceSheet>
  );
}
