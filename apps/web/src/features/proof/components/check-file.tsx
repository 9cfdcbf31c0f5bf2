import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import { verifyOption } from '@tallystick/verify/proof';
import type { Report } from '@tallystick/verify/report';
import { useTranslation } from '#i18n/use-translation.ts';
import type { LogTrust } from '#lib/log-trust.ts';
import { Card } from '#ui/card.tsx';
import { trustedKeys } from '../model/compare.ts';
import styles from './log-view.module.css';
import { ProofReport } from './proof-report.tsx';

interface Checked {
  readonly proof: WireOptionProof | null;
  readonly report: Report;
  readonly tookMs: number;
}

function checkText(text: string, trust: LogTrust | null): Checked {
  const proof: unknown = JSON.parse(text);
  const startedAt = performance.now();
  const report = verifyOption(proof, { keys: trust === null ? null : trustedKeys(trust) });
  const isProof = report.steps[0]?.state === 'passed';
  return {
    proof: isProof ? (proof as WireOptionProof) : null,
    report,
    tookMs: performance.now() - startedAt,
  };
}

/** A proof somebody has as a file: read and checked on this device. */
export function CheckFile({ trust }: { readonly trust: LogTrust | null }) {
  const { t } = useTranslation('proof');
  const [checked, setChecked] = useState<Checked | 'unreadable'>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setChecked(checkText(await file.text(), trust));
    } catch {
      // Not JSON, or not to be read at all: the customer is told.
      setChecked('unreadable');
    }
  };
  return (
    <>
      <Card className={styles['part']}>
        <h2 className={styles['heading']}>
          <FileCheck2 size={18} aria-hidden="true" /> {t('check.title')}
        </h2>
        <p className={styles['text']}>{t('check.text')}</p>
        <label className={styles['file']}>
          {t('check.choose')}
          <input
            type="file"
            accept="application/json,.json"
            className="visually-hidden"
            onChange={event => void read(event.target.files?.[0])}
          />
        </label>
        {checked === 'unreadable' ? (
          <p role="alert" className={styles['bad']}>
            {t('check.unreadable')}
          </p>
        ) : null}
      </Card>
      {checked === undefined || checked === 'unreadable' ? null : <ProofReport {...checked} device={null} />}
    </>
  );
}
