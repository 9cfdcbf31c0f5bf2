import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import type { CostMethod } from '../api/statement.ts';

const METHODS = ['average', 'fifo'] as const;

/** Chooses the cost method for sold coins. */
export function MethodChoice({
  method,
  onMethod,
}: {
  readonly method: CostMethod;
  readonly onMethod: (method: CostMethod) => void;
}) {
  const { t } = useTranslation('statement');
  return (
    <Segmented
      label={t('profit.method')}
      value={method}
      choices={METHODS.map(value => ({ value, label: t(`profit.${value}`) }))}
      onChange={onMethod}
    />
  );
}
