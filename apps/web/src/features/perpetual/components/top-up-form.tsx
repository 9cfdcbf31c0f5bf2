import { formatMinor } from '@tallystick/core/money/decimal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast, toastFailure } from '#ui/toast.ts';
import { choiceQuery, setTopUp, setTopUpDefault } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import { limitOf, topUpOf } from '../model/margin.ts';
import { minorOf } from '../model/positions.ts';
import { problem, UNFINISHED } from '../model/validate.ts';
import { problemText } from './problem-text.ts';
import { useExactMoney } from './ticket-preview.tsx';

interface Chosen {
  readonly limit: string;
  readonly isForLater: boolean;
}

/** Chooses how much margin may be added to a position by itself instead of a liquidation. */
export function TopUpForm({
  position,
  contract,
  onDone,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const queries = useQueryClient();
  const { decimals, code } = contract.quote;
  const marketId = contract.market_id;
  const now = topUpOf(position, contract);
  const { data } = useQuery(choiceQuery(marketId));
  const [isOn, setOn] = useState(now.limit > 0n);
  const [text, setText] = useState(now.limit === 0n ? '' : formatMinor(now.limit, decimals));
  const [isForLater, setForLater] = useState(false);
  const limit = isOn ? limitOf(text, contract) : 0n;
  // Off as it was: there is nothing to save.
  const isUnchanged = !isOn && now.limit === 0n && !isForLater;
  const blocked = limit === null ? problem('amount_required', 'amount') : undefined;
  const { shown, guard } = useForm(blocked ? [blocked] : [], { unfinished: UNFINISHED });
  const { busy, submit } = useSubmit(
    async (chosen: Chosen) => {
      await setTopUp({ position_id: position.position_id, limit: chosen.limit });
      if (chosen.isForLater) await setTopUpDefault({ market_id: marketId, limit: chosen.limit });
      await queries.invalidateQueries({ queryKey: choiceQuery(marketId).queryKey });
    },
    {
      onDone: () => showToast(t('sent.topUpSaved'), 'good'),
      onFailed: toastFailure(t('sent.unsure')),
    },
  );
  const run = async () => {
    if (limit !== null && (await submit({ limit: formatMinor(limit, decimals), isForLater }))) onDone();
  };
  return (
    <form className="stack-2 cols-1" onSubmit={guard(run)}>
      <Checkbox checked={isOn} onChange={setOn}>
        {t('margin.topUp')}
      </Checkbox>
      {isOn ? (
        <TicketField
          label={t('margin.limit')}
          value={text}
          onChange={setText}
          decimals={decimals}
          unit={code}
          name="limit"
          wrong={shown('amount') !== undefined}
        />
      ) : null}
      <Checkbox checked={isForLater} onChange={setForLater}>
        {t('margin.forLater', { contract: contractName(position) })}
      </Checkbox>
      <KeyValues className="sums">
        <KeyValue label={t('margin.used')}>{money(now.used)}</KeyValue>
        <KeyValue label={t('margin.left')}>{money(now.left)}</KeyValue>
        <KeyValue label={t('margin.default')}>
          {money(data === undefined ? null : minorOf(data.choice.top_up_limit, decimals))}
        </KeyValue>
      </KeyValues>
      <p className="text-12 quiet leading-18">{t('margin.topUpText')}</p>
      <Button block type="submit" busy={busy} disabled={blocked !== undefined || isUnchanged}>
        {blocked ? problemText(blocked, t) : t(isOn ? 'margin.saveTopUp' : 'margin.topUpOff')}
      </Button>
    </form>
  );
}
