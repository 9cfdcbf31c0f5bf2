import { ChevronDown, CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import form from '#ui/form.module.css';
import { Sheet } from '#ui/sheet.tsx';
import { cardName } from '../model/card-name.ts';
import type { SavedCard } from '../model/withdraw-fields.ts';
import { AddressState } from './address-state.tsx';

/** Chooses one of the saved bank cards, masked. */
export function CardChoice({
  cards,
  chosen,
  onChoose,
}: {
  /** The default first. */
  readonly cards: readonly SavedCard[];
  readonly chosen: SavedCard | undefined;
  readonly onChoose: (cardId: number) => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [open, setOpen] = useState(false);
  if (!chosen) {
    return (
      <ButtonLink
        block
        tone="quiet"
        to={paths.bankPassword.getHref()}
        icon={<Plus size={17} aria-hidden="true" />}
      >
        {t('card.add')}
      </ButtonLink>
    );
  }
  return (
    <>
      <button type="button" className={form['choice']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CreditCard size={18} aria-hidden="true" />
        <span className="grow stack-1px">
          <span className="break-anywhere weight-600">{cardName(chosen)}</span>
        </span>
        <AddressState address={chosen} />
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('card.choose')}
        footer={
          <ButtonLink block tone="quiet" to={paths.bankCards.getHref()}>
            {t('card.manage')}
          </ButtonLink>
        }
      >
        <List>
          {cards.map(card => (
            <Row
              key={card.card_id}
              title={card.label || card.name}
              detail={card.label === '' ? undefined : card.name}
              selected={card.card_id === chosen.card_id}
              value={<AddressState address={card} />}
              onClick={() => {
                onChoose(card.card_id);
                setOpen(false);
              }}
            />
          ))}
        </List>
      </Sheet>
    </>
  );
}
