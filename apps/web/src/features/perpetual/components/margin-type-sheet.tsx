import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { FormError } from '#ui/form-error.tsx';
import { showToast } from '#ui/toast.ts';
import { useSetMarginType, type MarginType } from '../api/margin-type.ts';
import { contractName } from '../model/contract.ts';

const TYPES: readonly MarginType[] = ['isolated', 'cross'];

/** What carries the positions of the contract, each with what it means. The server says why it cannot change now. */
export function MarginTypeSheet({
  contract,
  current,
  onClose,
}: {
  readonly contract: WireContract;
  readonly current: MarginType;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['perpetual', 'common']);
  const [chosen, setChosen] = useState(current);
  const { busy, error, submit, clearError } = useSubmit(useSetMarginType(contract.market_id), {
    onDone: ({ margin_type: type }) => {
      showToast(
        t('perpetual:marginType.changed', {
          type: t(`perpetual:marginType.${type}`),
          contract: contractName(contract),
        }),
        'good',
      );
      onClose();
    },
  });
  return (
    <ChoiceSheet
      open
      title={t('perpetual:marginType.title', { contract: contractName(contract) })}
      choices={TYPES.map(value => ({
        value,
        title: t(`perpetual:marginType.${value}`),
        detail: t(`perpetual:marginType.${value}Text`),
      }))}
      chosen={chosen}
      onChoose={type => {
        clearError();
        setChosen(type);
      }}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button busy={busy} disabled={chosen === current} onClick={() => void submit(chosen)}>
            {t('perpetual:marginType.use', { type: t(`perpetual:marginType.${chosen}`) })}
          </Button>
        </>
      }
    >
      <FormError error={error} />
    </ChoiceSheet>
  );
}
