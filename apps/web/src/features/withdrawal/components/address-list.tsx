import { BookUser } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import form from '#ui/form.module.css';
import { EmptyState } from '#ui/states.tsx';
import type { AddressBook } from '../api/withdrawal.ts';
import { withMemo } from '../model/address-fields.ts';
import { AddressState } from './address-state.tsx';

/** The address book, grouped by network. */
export function AddressList({ book }: { readonly book: AddressBook }) {
  const { t } = useTranslation('withdrawal');
  const add = (
    <ButtonLink block to={paths.createAddress.getHref()}>
      {t('address.add')}
    </ButtonLink>
  );
  const rules =
    book.cooling_hours > 0 ? t('address.rules', { hours: book.cooling_hours }) : t('address.rulesAtOnce');
  if (book.items.length === 0) {
    return (
      <EmptyState
        icon={<BookUser size={26} strokeWidth={1.6} />}
        title={t('address.none')}
        to={paths.createAddress.getHref()}
        go={t('address.add')}
      >
        {rules}
      </EmptyState>
    );
  }
  return (
    <div className="stack-4 cols-1">
      <p className="note">{rules}</p>
      {[...Map.groupBy(book.items, one => one.network)].map(([network, items]) => {
        return (
          <section key={network} className="stack-2 cols-1">
            <h2 className="soft text-13">{network}</h2>
            <List>
              {items.map(address => (
                <Row
                  key={address.address_id}
                  to={paths.address.getHref({ id: address.address_id })}
                  icon={<CoinIcon symbol={address.currency} size={26} />}
                  title={`${address.currency} · ${address.label || t('address.unnamed')}`}
                  detail={
                    <span className={form['stack']}>
                      <span className="break-anywhere">{withMemo(address)}</span>
                      <AddressState address={address} />
                    </span>
                  }
                />
              ))}
            </List>
          </section>
        );
      })}
      {book.items.length < book.maximum ? (
        add
      ) : (
        <p className="note">{t('address.full', { count: book.maximum })}</p>
      )}
    </div>
  );
}
