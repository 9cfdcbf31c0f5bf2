import type { Overview } from '../api/referral.ts';

/** The link with its host, which the server leaves out if it does not know its own address. */
export function withOrigin(link: string, origin: string): string {
  return link.startsWith('/') ? `${origin}${link}` : link;
}

/** Whether there is a second level to show. */
export function hasSecondLevel({
  ratios,
  promoted_second,
}: Pick<Overview, 'ratios' | 'promoted_second'>): boolean {
  return ratios.second_percent !== '0' || promoted_second > 0;
}
