import { BookUser, ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireSavedAddress } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import form from '#ui/form.module.css';
import { Sheet } from '#ui/sheet.tsx';
import { withMemo } from '../model/address-fields.ts';
import { AddressState } from './address-state.tsx';

export interface AddressChoiceProps {
  readonly currencyId: number;
  readonly network: string | undefined;
  readonly addresses: readonly WireSavedAddress[];
  readonly chosen: WireSavedAddress | undefined;
  readonly onChoose: (addressId: number) => void;
}

/** Chooses a saved address, the only possible destination. */
export function AddressChoice({ currencyId, network, addresses, chosen, onChoose }: AddressChoiceProps) {
  const { t } = useTranslation('withdrawal');
  const [open, setOpen] = useState(false);
  const create = paths.createAddress.getHref({ currency: currencyId, network });
  if (!chosen) {
    return (
      <ButtonLink block tone="quiet" to={create} icon={<Plus size={17} aria-hidden="true" />}>
        {t('address.add')}
      </ButtonLink>
    );
  }
  return (
    <>
      <button type="button" className={form['choice']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BookUser size={18} aria-hidden="true" />
        <span className="grow stack-1px">
          <span className="break-anywhere weight-600">{chosen.label || t('address.unnamed')}</span>
          <span className="note break-anywhere">{withMemo(chosen)}</span>
        </span>
        <AddressState address={chosen} />
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('address.choose')}
        footer={
          <ButtonLink block tone="quiet" to={create}>
            {t('address.add')}
          </ButtonLink>
        }
      >
        <List>
          {addresses.map(address => (
            <Row
              key={address.address_id}
              title={address.label || t('address.unnamed')}
              detail={<span className="break-anywhere">{withMemo(address)}</span>}
              selected={address.address_id === chosen.address_id}
              value={<AddressState address={address} />}
              onClick={() => {
                onChoose(address.address_id);
                setOpen(false);
              }}
            />
          ))}
        </List>
      </Sheet>
    </>
  );
}
