import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FileText } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi, termsAsked } from '#lib/api-client.ts';
import { useSession } from '#lib/session.ts';
import { paths } from '../../lib/paths.ts';
import styles from './offline-banner.module.css';

const LOOK_EVERY_MS = 30 * 60_000;

/** Shown on every page except its target, while new terms wait for the customer's consent. */
export function TermsStrip() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const session = useSession();
  const { data, refetch } = useQuery({
    queryKey: ['document/list', session?.token],
    queryFn: async ({ signal }) => (await callApi('GET document/list', {}, { signal })).items,
    enabled: session !== undefined,
    staleTime: LOOK_EVERY_MS,
    refetchInterval: LOOK_EVERY_MS,
  });
  useEffect(() => termsAsked.listen(() => void refetch()), [refetch]);
  const asked = session ? data?.find(one => one.asked)?.document : undefined;
  if (asked === undefined || pathname === paths.law.path) return null;
  return (
    <Link to={paths.law.getHref({ document: asked })} className={`${styles['banner']} ${styles['way']}`}>
      <FileText size={16} aria-hidden="true" />
      <span>{t('states.termsChanged')}</span>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );
}
