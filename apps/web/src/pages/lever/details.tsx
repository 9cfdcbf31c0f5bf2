import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { useContracts } from '#features/perpetual/api/perpetual.ts';
import { AlertChoices } from '#features/perpetual/components/alert-choices.tsx';
import { ContractTerms } from '#features/perpetual/components/contract-terms.tsx';
import { FundingHistory } from '#features/perpetual/components/funding-history.tsx';
import { InsuranceFund } from '#features/perpetual/components/insurance-fund.tsx';
import { contractName } from '#features/perpetual/model/contract.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Chips } from '#ui/segmented.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import styles from './lever.module.css';

const FORMULAS = ['formula_mark', 'formula_liquidation', 'formula_funding'] as const;

/** One contract's rules: terms, tiers, fees, funding and its history, insurance fund and formulas. */
export function Page() {
  const { t } = useTranslation('perpetual');
  const [query, setQuery] = useSearchParams();
  const isCustomer = useSession() !== undefined;
  const { data, error, refetch } = useContracts();
  const contracts = data?.items.map(item => item.contract);
  const asked = query.get('market');
  const contract = contracts?.find(one => String(one.market_id) === asked) ?? contracts?.[0];
  return (
    <Frame title={t('details.title')}>
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!contract && !error ? <Skeleton height={640} radius={14} /> : null}
      {contract && contracts ? (
        <div className="stack-3">
          <Chips
            label={t('picker.title')}
            value={String(contract.market_id)}
            onChange={market => setQuery({ market }, { replace: true })}
            choices={contracts.map(one => ({ value: String(one.market_id), label: contractName(one) }))}
          />
          <ContractTerms contract={contract} />
          <h2 className="text-17 leading-24 mt-2">{t('details.funding')}</h2>
          <FundingHistory key={contract.market_id} contract={contract} />
          <h2 className="text-17 leading-24 mt-2">{t('details.insurance')}</h2>
          <InsuranceFund />
          {isCustomer ? (
            <>
              <h2 className="text-17 leading-24 mt-2">{t('alerts.title')}</h2>
              <p className="lead">{t('alerts.text')}</p>
              <AlertChoices />
            </>
          ) : null}
          <h2 className="text-17 leading-24 mt-2">{t('details.formulas')}</h2>
          <Card className={styles['formulas'] ?? ''}>
            {FORMULAS.map(name => (
              <p key={name}>{t(`details.${name}`)}</p>
            ))}
          </Card>
        </div>
      ) : null}
    </Frame>
  );
}
