import type { WireContract } from '@tallystick/protocol/wire';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { PickerButton } from '#ui/picker-button.tsx';
import { useMarginType } from '../api/margin-type.ts';
import type { Held } from '../model/held.ts';
import { ORDER_TYPES } from '../model/order-types.ts';
import type { Ticket, TicketAction } from '../model/ticket.ts';
import styles from './perpetual-ticket.module.css';

const ConditionalRow = lazy(async () => ({
  default: (await import('./conditional-row.tsx')).ConditionalRow,
}));
const ConditionalSheet = lazy(async () => ({
  default: (await import('./conditional-sheet.tsx')).ConditionalSheet,
}));
const MarginTypeSheet = lazy(async () => ({
  default: (await import('./margin-type-sheet.tsx')).MarginTypeSheet,
}));
const ModeSheet = lazy(async () => ({ default: (await import('./mode-sheet.tsx')).ModeSheet }));

/** How orders of the contract work together, their leverage, and the order's type. */
export function TicketPickers({
  contract,
  ticket,
  held,
  dispatch,
  onLeverage,
}: {
  readonly contract: WireContract;
  readonly ticket: Ticket;
  readonly held: Held | undefined;
  readonly dispatch: (action: TicketAction) => void;
  readonly onLeverage: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const session = useSession();
  const [open, setOpen] = useState<'conditional' | 'margin' | 'mode' | 'type'>();
  const marginType = useMarginType(contract.market_id);
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={styles['pickers']}>
        {session && held ? (
          <PickerButton
            label={t('mode.label')}
            value={t(`mode.${held.mode}`)}
            onClick={() => setOpen('mode')}
          />
        ) : (
          <span className={styles['isolated']}>{t('ticket.isolated')}</span>
        )}
        <button
          type="button"
          className={styles['leverage']}
          aria-haspopup="dialog"
          aria-label={t(marginType === 'cross' ? 'leverage.buttonCross' : 'leverage.button', {
            multiple: `${ticket.leverage}×`,
          })}
          onClick={onLeverage}
        >
          {ticket.leverage}×
          <ChevronDown size={15} aria-hidden="true" />
        </button>
      </div>
      {marginType ? (
        <PickerButton
          label={t('marginType.label')}
          value={t(`marginType.${marginType}`)}
          onClick={() => setOpen('margin')}
        />
      ) : null}
      <PickerButton
        label={t('ticket.type')}
        value={t(`type.${ticket.type}`)}
        onClick={() => setOpen('type')}
      />
      <ChoiceSheet
        open={open === 'type'}
        title={t('ticket.type')}
        choices={ORDER_TYPES.map(value => ({
          value,
          title: t(`type.${value}`),
          detail: t(`typeText.${value}`),
        }))}
        chosen={ticket.type}
        onChoose={orderType => {
          dispatch({ type: 'typeChosen', orderType });
          close();
        }}
        onClose={close}
      >
        {session ? (
          <Suspense fallback={null}>
            <ConditionalRow of="order" onClick={() => setOpen('conditional')} />
          </Suspense>
        ) : null}
      </ChoiceSheet>
      {open === 'conditional' ? (
        <Suspense fallback={null}>
          <ConditionalSheet
            contract={contract}
            direction={ticket.direction}
            leverage={ticket.leverage}
            onClose={close}
          />
        </Suspense>
      ) : null}
      {open === 'margin' && marginType ? (
        <Suspense fallback={null}>
          <MarginTypeSheet contract={contract} current={marginType} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'mode' && held ? (
        <Suspense fallback={null}>
          <ModeSheet contract={contract} current={held.mode} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
