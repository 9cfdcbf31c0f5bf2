import type { WireAllocationList, WireLaunchOffer } from '@tallystick/protocol/wire';
import type { CheckedAllocation } from '@tallystick/verify/allocation';
import { allocationFile } from '@tallystick/verify/verify';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatAmount, formatDecimal } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { VerificationReport } from '#ui/report/report.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { useAllocationCheck } from '../api/allocation.ts';
import styles from './allocation-check.module.css';
import { StateOfOffer } from './state-of-offer.tsx';

function Lines({ checked, offer }: { readonly checked: CheckedAllocation; readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  return (
    <>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('check.order')}</th>
            <th scope="col">
              {t('order.committed')} ({offer.quote.code})
            </th>
            <th scope="col">
              {t('order.allocated')} ({offer.currency.code})
            </th>
          </tr>
        </thead>
        <tbody>
          {checked.lines.map(line => (
            <tr
              key={line.orderId}
              className={cx(line.own && styles['own'], !line.agrees && styles['differs'])}
            >
              <td>
                {line.orderId}
                {line.own ? ` · ${t('check.you')}` : null}
              </td>
              <td>{formatAmount(line.value, 2)}</td>
              <td>{formatDecimal(line.allocated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {checked.size <= checked.lines.length ? null : (
        <p className="note">
          {t('check.first', { count: checked.lines.length, all: formatDecimal(String(checked.size)) })}
        </p>
      )}
    </>
  );
}

function Checked({
  list,
  checked,
  offer,
}: {
  readonly list: WireAllocationList;
  readonly checked: CheckedAllocation;
  readonly offer: WireLaunchOffer;
}) {
  const { t } = useTranslation('launch');
  return (
    <>
      <VerificationReport report={checked.report} />
      <CopyBox label={t('check.published')} text={offer.list_root ?? ''} />
      <Card>
        <h2 className="soft text-13">{t('check.rule')}</h2>
        <p className="note">{t('check.ruleText')}</p>
      </Card>
      {checked.lines.length > 0 ? (
        <Card>
          <h2 className="soft text-13">{t('check.list')}</h2>
          <Lines checked={checked} offer={offer} />
        </Card>
      ) : null}
      <ProofActions
        name={`allocation-${offer.offer_id}`}
        proof={allocationFile(list, offer.list_root ?? '')}
      />
    </>
  );
}

/** Loading progress, as a long list takes a while. */
function Loading({ loaded, size }: { readonly loaded: number; readonly size: number }) {
  const { t } = useTranslation('launch');
  if (size === 0) return <Skeleton height={220} radius={14} />;
  const words = (lines: number): string => formatDecimal(String(lines));
  const said =
    loaded < size
      ? t('check.loading', { count: words(loaded), all: words(size) })
      : t('check.working', { count: words(size) });
  return (
    <Card className="lead stack-2">
      <ProgressBar max={size} value={loaded} label={said} />
      <p aria-hidden="true">{said}</p>
    </Card>
  );
}

/** Downloads the frozen list and recomputes the allocation in the browser. */
export function AllocationCheck({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { list, checked, loaded, size, error, goOn } = useAllocationCheck(offer.offer_id, offer.list_root);
  return (
    <div className="stack-4 cols-1">
      <div className={form['headline']}>
        <b>{offer.currency.code}</b>
        <StateOfOffer state={offer.state} />
      </div>
      <p className="note">{offer.list_root === null ? t('check.early') : t('check.lead')}</p>
      {list && checked ? (
        <Checked list={list} checked={checked} offer={offer} />
      ) : error ? (
        <ErrorState error={error} onRetry={goOn} />
      ) : offer.list_root === null ? null : (
        <Loading loaded={loaded} size={size} />
      )}
    </div>
  );
}
