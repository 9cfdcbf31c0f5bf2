import { useMemo, type ReactNode } from 'react';
import type { Report } from '@tallystick/verify/report';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { Checks } from './checks.tsx';
import { isOption, describeReport, type DescribedCheck } from './describe.ts';
import { Verdict, type VerdictLook } from './verdict.tsx';

const VERDICT_LOOKS = {
  right: 'right',
  wrong: 'wrong',
  unfinished: 'waiting',
  unchecked: 'waiting',
} as const;

function useWords(report: Report, verdict: Report['verdict']): readonly [title: string, text: string] {
  const { t } = useTranslation('prices');
  if (isOption(report)) {
    const count = report.checks.find(check => check.name === 'chain')?.figures['count'] ?? 0;
    return [t(`verdict.${verdict}`), t(`verdict.${verdict}Text`, { count: formatDecimal(String(count)) })];
  }
  if (verdict === 'right') return [t('verdict.figuresRight'), t('verdict.figuresRightText')];
  if (verdict === 'wrong') return [t('verdict.figuresWrong'), t('verdict.wrongText')];
  return [t(`verdict.${verdict}`), t(`verdict.${verdict}Text`)];
}

/** The result of a verification on this device; all verifications are shown by this. */
export function VerificationReport({
  report,
  tookMs,
  also = null,
  children,
}: {
  readonly report: Report;
  readonly tookMs?: number;
  /** An additional check that only this device can make. */
  readonly also?: DescribedCheck | null;
  /** Shown between the verdict and the checks. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation(['prices', 'option']);
  const described = useMemo(() => describeReport(t, report), [t, report]);
  const verdict = also?.state === 'failed' ? 'wrong' : report.verdict;
  const look: VerdictLook = VERDICT_LOOKS[verdict];
  const [title, text] = useWords(report, verdict);
  return (
    <div className="stack-4" data-verdict={verdict} data-kind={report.kind}>
      <Verdict
        look={look}
        title={title}
        note={tookMs === undefined ? undefined : t('verdict.took', { ms: String(Math.ceil(tookMs)) })}
      >
        {text}
      </Verdict>
      {children}
      <Checks described={also === null ? described : [...described, also]} />
    </div>
  );
}
