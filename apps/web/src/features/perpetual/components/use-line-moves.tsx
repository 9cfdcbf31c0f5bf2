import { useMemo, useState, type ReactNode } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useOpenPositions, usePerpetualPart } from '../api/perpetual.ts';
import { moveOf, positionOfLine } from '../model/line-moves.ts';
import { markOf } from './position-card.tsx';
import { StopsSheet } from './stops-sheet.tsx';

interface LineMoves {
  readonly onMoved: (id: string, price: string) => void;
  readonly onPressed: (id: string) => void;
}

/** Dragging a line on the chart opens the stops with the new price. Only saving changes them. */
export function useLineMoves(contract: WireContract): {
  readonly moves: LineMoves;
  readonly sheet: ReactNode;
} {
  const positions = useOpenPositions();
  const mark = usePerpetualPart(contract.market_id, markOf) ?? null;
  const [asked, setAsked] = useState<{ readonly id: string; readonly price: string | null }>();
  const moves = useMemo<LineMoves>(
    () => ({
      onMoved: (id, price) => setAsked({ id, price }),
      onPressed: id => setAsked({ id, price: null }),
    }),
    [],
  );
  const position = asked && positionOfLine(asked.id, positions?.values() ?? []);
  const moved =
    position && asked.price !== null
      ? moveOf(asked.id, asked.price, position, contract, mark ?? position.mark_price)
      : undefined;
  return {
    moves,
    sheet: position ? (
      <StopsSheet
        key={`${asked.id}:${asked.price ?? ''}`}
        position={position}
        contract={contract}
        moved={moved}
        onClose={() => setAsked(undefined)}
      />
    ) : null,
  };
}
