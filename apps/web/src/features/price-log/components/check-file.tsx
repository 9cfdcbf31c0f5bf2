import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import { readJson } from '@tallystick/verify/file';
import { unreadable, type Report } from '@tallystick/verify/report';
import { verifyStepwise } from '@tallystick/verify/verify';
import { useTranslation } from '#i18n/use-translation.ts';
import { inSlices } from '#lib/in-slices.ts';
import type { LogTrust } from '#lib/log-trust.ts';
import { Card } from '#ui/card.tsx';
import { trustedKeys } from '../model/compare.ts';
import styles from './log-view.module.css';
import { ProofReport } from './proof-report.tsx';

/** 100,000 lines are about 20 MB, and take half a minute on a slow phone. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_MS = 300_000;

interface Checked {
  readonly proof: WireOptionProof | null;
  readonly report: Report;
  readonly tookMs: number;
}

async function checkText(text: string, trust: LogTrust | null): Promise<Checked> {
  const startedAt = performance.now();
  const read = readJson(text);
  const keys = trust === null ? null : trustedKeys(trust);
  const report = read.ok
    ? await inSlices(verifyStepwise(read.value, { keys }), AbortSignal.timeout(MOST_MS))
    : unreadable(read.problem);
  const isProof = report.kind === 'option' && report.checks[0]?.state === 'passed';
  const proof = isProof && read.ok ? (read.value as WireOptionProof) : null;
  return { proof, report, tookMs: performance.now() - startedAt };
}

/** Reads a proof file and verifies it on this device. */
export function CheckFile({ trust }: { readonly trust: LogTrust | null }) {
  const { t } = useTranslation('prices');
  const [checked, setChecked] = useState<Checked | 'unreadable'>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const found = file.size > MOST_BYTES ? null : await checkText(await file.text(), trust);
      setChecked(found === null || found.report.kind === null ? 'unreadable' : found);
    } catch {
      // Unreadable, or too slow to verify.
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
