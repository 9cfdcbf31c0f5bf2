import { FileText } from 'lucide-react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import type { Report } from '@tallystick/verify/report';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveText } from '#lib/save-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { VerificationReport } from '#ui/report/report.tsx';
import type { DescribedCheck } from '#ui/report/describe.ts';
import { pricesText } from '../model/files.ts';
import { PricePathPicture } from './price-path.tsx';
import styles from './proof-report.module.css';

function Limits({ unchecked }: Pick<Report, 'unchecked'>) {
  const { t } = useTranslation('prices');
  return (
    <Card className="stack-2">
      <h2 className="text-14">{t('proves.title')}</h2>
      <ul className={styles['points']}>
        {(['terms', 'log', 'rule'] as const).map(point => (
          <li key={point}>{t(`proves.${point}`)}</li>
        ))}
      </ul>
      <h2 className="text-14">{t('proves.notTitle')}</h2>
      <p className={styles['not']}>{t('proves.not')}</p>
      {unchecked.includes('symbol') ? <p className={styles['not']}>{t('proves.notNames')}</p> : null}
      {unchecked.includes('settled_at_ms') ? <p className={styles['not']}>{t('proves.notTime')}</p> : null}
    </Card>
  );
}

function Actions({ proof }: { readonly proof: WireOptionProof }) {
  const { t } = useTranslation('prices');
  const id = proof.receipt.option_id;
  return (
    <ProofActions name={String(id)} proof={proof}>
      <Button
        tone="plain"
        size="small"
        icon={<FileText size={16} aria-hidden="true" />}
        onClick={() =>
          saveText(`tallystick-proof-${id}-prices.ndjson`, pricesText(proof), 'application/x-ndjson')
        }
      >
        {t('actions.prices')}
      </Button>
    </ProofActions>
  );
}

/** A verified proof explained step by step, with its limits and how to verify it elsewhere. */
export function ProofReport({
  proof,
  report,
  tookMs,
  promised = null,
  device,
}: {
  /** Null if it is not readable as a proof. */
  readonly proof: WireOptionProof | null;
  readonly report: Report;
  readonly tookMs: number;
  /** The terms this device saved at purchase. */
  readonly promised?: string | null;
  /** This device's own check of the log the proof is from; null if not done yet. */
  readonly device: DescribedCheck | null;
}) {
  const { t } = useTranslation('prices');
  const isWrong = report.verdict === 'wrong' || device?.state === 'failed';
  const isChanged = report.checks.some(check => check.problem === 'terms_changed');
  const priceAt = (name: string) => {
    const { figures } = report.checks.find(check => check.name === name) ?? { figures: {} };
    return formatDecimal(String((figures as Report['checks'][number]['figures'])['price'] ?? ''));
  };
  return (
    <div className="stack-4">
      <VerificationReport report={report} tookMs={tookMs} also={device}>
        {proof === null || isWrong ? null : (
          <PricePathPicture
            proof={proof}
            label={t('chart', { entry: priceAt('entry'), exit: priceAt('exit') })}
          />
        )}
      </VerificationReport>
      {isChanged && promised ? <CopyBox label={t('promised')} text={promised} /> : null}
      {proof === null ? null : <Actions proof={proof} />}
      {report.kind === 'option' || report.kind === null ? <Limits unchecked={report.unchecked} /> : null}
    </div>
  );
}
