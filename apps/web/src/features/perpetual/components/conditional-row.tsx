import { Split } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';

/** Leads to the form of a conditional order: one of its own, or one that reduces a position. */
export function ConditionalRow({
  of,
  onClick,
}: {
  readonly of: 'order' | 'position';
  readonly onClick: () => void;
}) {
  const { t } = useTranslation('conditional');
  return (
    <List className="mt-3">
      <Row
        icon={<Split size={20} aria-hidden="true" />}
        title={t(`offer.${of}`)}
        detail={t(`offerText.${of}`)}
        onClick={onClick}
      />
    </List>
  );
}
