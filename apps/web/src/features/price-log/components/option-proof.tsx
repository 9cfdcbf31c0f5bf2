import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import { openCheckpoint } from '@tallystick/verify/checkpoint';
import { verifyGrowth } from '@tallystick/verify/evidence';
import { verifyOption } from '@tallystick/verify/proof';
import type { Report } from '@tallystick/verify/report';
import { promisedHash } from '@tallystick/verify/receipt';
import { useTranslation } from '#i18n/use-translation.ts';
import { keptTerms } from '#lib/kept-receipts.ts';
import type { LogTrust } from '#lib/log-trust.ts';
import { formatDate } from '#ui/format.ts';
import type { DescribedCheck } from '#ui/report/describe.ts';
import { Verdict } from '#ui/report/verdict.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { fetchGrowth, proofQuery } from '../api/price-log.ts';
import { trustedKeys } from '../model/compare.ts';
import { ProofReport } from './proof-report.tsx';
import { useLogWatch } from './use-log-watch.ts';

interface Checked {
  readonly report: Report;
  /** The terms this device saved at purchase. */
  readonly promised: string | null;
  readonly tookMs: number;
}

/** @param known JSON of the name and keys this device trusts; null: none yet. */
function check(proof: WireOptionProof, known: string | null): Checked {
  const kept = keptTerms(proof.receipt.option_id);
  const startedAt = performance.now();
  const report = verifyOption(proof, {
    termsHash: kept === null ? null : (promisedHash(kept) ?? kept),
    keys: known === null ? null : trustedKeys(JSON.parse(known) as Pick<LogTrust, 'origin' | 'keys'>),
  });
  return { report, promised: kept, tookMs: performance.now() - startedAt };
}

/** Checks that the proof's signed head and this device's head are of one log; null if so, else the problem. */
async function compareWithDevice(proof: WireOptionProof, trust: LogTrust): Promise<string | null> {
  const keys = trustedKeys(trust);
  const opened = openCheckpoint(proof.log.checkpoint.note, keys);
  if (!opened.ok) return opened.problem;
  const { size } = opened.checkpoint;
  const growth = await fetchGrowth(Math.min(size, trust.size), Math.max(size, trust.size));
  return verifyGrowth(trust.note, proof.log.checkpoint.note, growth, keys);
}

/** This device's own check of the log the proof is from. */
function useDeviceStep(proof: WireOptionProof | null | undefined): DescribedCheck | null {
  const { t } = useTranslation('prices');
  const { state, trust, problem } = useLogWatch();
  const compared = useQuery({
    queryKey: ['proof', 'device', proof?.receipt.option_id, trust?.note],
    enabled: proof !== null && proof !== undefined && trust !== null && state !== 'alarm',
    staleTime: Infinity,
    placeholderData: before => before,
    queryFn: () => (proof && trust ? compareWithDevice(proof, trust) : null),
  });
  const step = { key: 'device', name: t('step.device'), value: null };
  const found = state === 'alarm' ? problem : (compared.data ?? null);
  if (found !== null) {
    return { ...step, state: 'failed', lines: [t(`problem.${found as 'not_consistent'}`)] };
  }
  if (trust === null || compared.data === undefined) return null;
  const isFirst = trust.comparedAtMs === null;
  const line = isFirst ? t('story.deviceFirst') : t('story.deviceFits', { time: formatDate(trust.atMs) });
  return { ...step, state: 'passed', lines: [line] };
}

/** Fetches the proof of an option and verifies it in the browser. */
export function OptionProof({ optionId }: { readonly optionId: number }) {
  const { t } = useTranslation('prices');
  const { data: proof, error, refetch } = useQuery(proofQuery(optionId));
  const { trust, state, error: unreachable } = useLogWatch();
  const device = useDeviceStep(proof);
  // As text, so that a newer head of the same log does not repeat the check.
  const known = trust === null ? null : JSON.stringify({ origin: trust.origin, keys: trust.keys });
  const isReady = state !== 'checking' || Boolean(unreachable);
  const checked = useMemo(
    () => (proof && isReady ? check(proof, known) : undefined),
    [proof, isReady, known],
  );
  if (proof && checked) return <ProofReport proof={proof} {...checked} device={device} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const isWaiting = proof === null;
  return (
    <div className="stack-4">
      <Verdict
        look={isWaiting ? 'waiting' : 'working'}
        title={isWaiting ? t('verdict.waiting') : t('verdict.working')}
      >
        {isWaiting ? t('verdict.waitingText') : t('verdict.workingText')}
      </Verdict>
      <Skeleton height={96} radius={14} />
      <Skeleton height={420} radius={14} />
    </div>
  );
}
