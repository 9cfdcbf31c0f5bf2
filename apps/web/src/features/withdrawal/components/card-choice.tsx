import { CreditCard, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import form from '#ui/form.module.css';
import { AddressState } from './address-state.tsx';

/** The saved bank card, masked; there is one at most. */
export function CardChoice({
  card,
  usableFromMs,
}: {
  readonly card: string | null;
  readonly usableFromMs: number | null;
}) {
  const { t } = useTranslation('withdrawal');
  if (card === null) {
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
    <Link className={form['choice']} to={paths.bankCards.getHref()}>
      <CreditCard size={18} aria-hidden="true" />
      <span className="grow stack-1px">
        <span className="break-anywhere weight-600">{card}</span>
      </span>
      <AddressState address={{ usable_from_ms: usableFromMs }} />
    </Link>
  );
}
