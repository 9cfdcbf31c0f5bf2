import { Page as Frame } from '#ui/page.tsx';
import { useTrustConfig } from '#features/trust/api/trust.ts';
import { ReserveCard } from '#features/trust/components/reserve-card.tsx';
import { RuleFigures } from '#features/trust/components/rule-figures.tsx';
import styles from '#features/trust/components/trust.module.css';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';

const RULES = ['start', 'promise', 'early', 'end', 'risk'] as const;

/** The rules of trust products, with their figures. */
export function Page() {
  const { t } = useTranslation('trust');
  const { data, error, refetch } = useTrustConfig();
  return (
    <Frame title={t('rules.title')} width="narrow">
      <div className="stack-4 cols-1">
        {data ? (
          <RuleFigures products={data.products} />
        ) : (
          <Pending error={error} onRetry={refetch} shape={<Skeleton height={409} radius={14} />} />
        )}
        {RULES.map(rule => (
          <Card key={rule} className={styles['rule']}>
            <h2 className="bright text-14">{t(`rules.${rule}Title`)}</h2>
            <p>{t(`rules.${rule}Text`)}</p>
          </Card>
        ))}
        {data ? <ReserveCard reserves={data.reserves} /> : null}
      </div>
    </Frame>
  );
}
