import type { WireContract } from '@tallystick/protocol/wire';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { PickerButton } from '#ui/picker-button.tsx';
import type { Held } from '../model/held.ts';
import { ORDER_TYPES } from '../model/order-types.ts';
import type { Ticket, TicketAction } from '../model/ticket.ts';
import styles from './perpetual-ticket.module.css';

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
  const [open, setOpen] = useState<'mode' | 'type'>();
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
          aria-label={t('leverage.button', { multiple: `${ticket.leverage}×` })}
          onClick={onLeverage}
        >
          {ticket.leverage}×
          <ChevronDown size={15} aria-hidden="true" />
        </button>
      </div>
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
      />
      {open === 'mode' && held ? (
        <Suspense fallback={null}>
          <ModeSheet contract={contract} current={held.mode} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
