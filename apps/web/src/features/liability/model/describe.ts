import type { Check } from '@tallystick/verify/report';
import type { Translate } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { describeReport, type DescribedCheck } from '#ui/report/describe.ts';
import type { CheckedProof } from './check.ts';

/** Checks of a proof of what is owed, in the customer's language. */
export function describeProof(
  t: Translate<'liability'>,
  ofReports: Translate<'prices', 'prices' | 'option'>,
  { report, shownAtMs, otherAtMs }: Pick<CheckedProof, 'report' | 'shownAtMs' | 'otherAtMs'>,
): DescribedCheck[] {
  const failed = new Map(describeReport(ofReports, report).map(one => [one.key, one.lines]));
  const isShown = ({ name, state }: Check): boolean =>
    name === 'format' || name === 'holder' ? state === 'failed' || name === 'holder' : true;
  const then = t('story.shownThen', { time: formatDate(shownAtMs) });
  return report.checks.filter(isShown).map(check => ({
    key: check.name,
    state: check.state,
    name: ofReports(`step.${check.name}`),
    value: null,
    lines:
      check.state === 'failed'
        ? [...(failed.get(check.name) ?? []), ...(check.name === 'shown' ? [then] : [])]
        : [lineOf(t, check, { shownAtMs, otherAtMs })],
  }));
}

function lineOf(
  t: Translate<'liability'>,
  { name, state, figures }: Check,
  { shownAtMs, otherAtMs }: Pick<CheckedProof, 'shownAtMs' | 'otherAtMs'>,
): string {
  const passed = state === 'passed';
  if (name === 'holder' && passed) return t('story.holder', { holder: String(figures['holder'] ?? '') });
  if (name === 'parts' && passed) return String(figures['amounts'] ?? '');
  if (name === 'tree' && passed) return t('story.tree', { leaves: String(figures['leaves'] ?? '') });
  if (name === 'shown') {
    if (passed && shownAtMs !== null) return t('story.shown', { time: formatDate(shownAtMs) });
    const times = otherAtMs.map(atMs => formatDate(atMs)).join(' · ');
    return times === '' ? t('story.notShown') : t('story.differs', { times });
  }
  if (name === 'same') return passed ? t('story.same') : t('story.first');
  if (name === 'signature' || name === 'inclusion') {
    if (!passed) return t('story.unsigned');
    return name === 'signature'
      ? `${figures['origin']} · ${formatDate(timeOf(figures['at_ms']))}`
      : t('record', { number: String(figures['number'] ?? '') });
  }
  return t('story.skipped');
}

function timeOf(value: string | number | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
