import type { Check } from '@tallystick/verify/report';
import type { Translate } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { describeReport, type DescribedCheck } from '#ui/report/describe.ts';
import type { CheckedProof } from './check.ts';

/** Checks of a proof of what is owed, in the customer's language. */
export function describeProof(
  t: Translate<'liability'>,
  ofReports: Translate<'prices', 'prices' | 'option'>,
  { report, shownAtMs }: Pick<CheckedProof, 'report' | 'shownAtMs'>,
): DescribedCheck[] {
  const failed = new Map(describeReport(ofReports, report).map(one => [one.key, one.lines]));
  const isShown = ({ name, state }: Check): boolean =>
    name === 'format' || name === 'holder' ? state === 'failed' || name === 'holder' : true;
  return report.checks.filter(isShown).map(check => ({
    key: check.name,
    state: check.state,
    name: ofReports(`step.${check.name}`),
    value: null,
    lines: check.state === 'failed' ? (failed.get(check.name) ?? []) : [lineOf(t, check, shownAtMs)],
  }));
}

function lineOf(
  t: Translate<'liability'>,
  { name, state, figures }: Check,
  shownAtMs: number | null,
): string {
  const passed = state === 'passed';
  if (name === 'holder' && passed) return t('story.holder', { holder: String(figures['holder'] ?? '') });
  if (name === 'parts' && passed) return String(figures['amounts'] ?? '');
  if (name === 'tree' && passed) return t('story.tree', { leaves: String(figures['leaves'] ?? '') });
  if (name === 'shown') {
    return passed && shownAtMs !== null
      ? t('story.shown', { time: formatDate(shownAtMs) })
      : t('story.notShown');
  }
  if (name === 'same') return passed ? t('story.same') : t('story.first');
  if (name === 'signature' || name === 'inclusion') {
    return passed ? String(figures['origin'] ?? figures['size'] ?? '') : t('story.unsigned');
  }
  return t('story.skipped');
}
