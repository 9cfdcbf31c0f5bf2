import { TrendingUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { useOpenPositions } from '../api/perpetual.ts';
import { listHolding } from '../model/positions.ts';
import { CloseAll } from './close-all.tsx';
import { CloseSheet } from './close-sheet.tsx';
import { MarginSheet } from './margin-sheet.tsx';
import { PositionCard, type PositionAction } from './position-card.tsx';
import { PositionSheet } from './position-sheet.tsx';
import { ReverseQuestion } from './reverse-question.tsx';
import { StopsSheet } from './stops-sheet.tsx';
import { useContractOf } from './use-contract.ts';

const SHEETS = { close: CloseSheet, margin: MarginSheet, stops: StopsSheet, details: PositionSheet } as const;

/** The sheet of one action, with the live position. It closes when the position ends. */
function ActionSheet({
  action,
  position,
  contract,
  openingStop,
  onClose,
}: {
  readonly action: PositionAction;
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly openingStop: string | undefined;
  readonly onClose: () => void;
}) {
  if (action === 'reverse') {
    return <ReverseQuestion position={position} contract={contract} stop={openingStop} onClose={onClose} />;
  }
  const Chosen = SHEETS[action];
  return <Chosen position={position} contract={contract} onClose={onClose} />;
}

/** Open positions of this contract, or of all, with their actions. */
export function Positions({
  contract,
  openingStop,
}: {
  readonly contract: WireContract;
  /** Why no position can be opened now; closing is always possible. */
  readonly openingStop: string | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const positions = useOpenPositions();
  const contractOf = useContractOf();
  const [allContracts, setAllContracts] = useState(true);
  const [acting, setActing] = useState<{ readonly id: number; readonly action: PositionAction }>();
  const scope = allContracts ? undefined : contract;
  const shown = useMemo(() => listHolding(positions?.values() ?? [], scope?.market_id), [positions, scope]);
  const chosen = acting && positions?.get(acting.id);
  const chosenContract = chosen && contractOf(chosen.market_id);
  return (
    <>
      <ListBar>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('position.all')}
        </Checkbox>
        <CloseAll scope={scope} positions={shown} contractOf={contractOf} />
      </ListBar>
      {positions === undefined ? <Skeleton height={250} radius={14} /> : null}
      {positions && shown.length === 0 ? (
        <EmptyState icon={<TrendingUp size={26} strokeWidth={1.6} />} title={t('position.none')}>
          {t('position.noneText')}
        </EmptyState>
      ) : null}
      <CardList>
        {shown.map(position => {
          const own = contractOf(position.market_id);
          return own ? (
            <PositionCard
              key={position.position_id}
              position={position}
              contract={own}
              onAction={action => setActing({ id: position.position_id, action })}
            />
          ) : null;
        })}
      </CardList>
      {acting && chosen?.status === 'holding' && chosenContract ? (
        <ActionSheet
          key={`${acting.id}:${acting.action}`}
          action={acting.action}
          position={chosen}
          contract={chosenContract}
          openingStop={openingStop}
          // A late answer must not close the sheet of another position.
          onClose={() => setActing(now => (now === acting ? undefined : now))}
        />
      ) : null}
    </>
  );
}
