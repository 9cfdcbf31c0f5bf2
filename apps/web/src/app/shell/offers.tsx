import { lazy, Suspense, useState } from 'react';
import { useInstallOffer } from '#features/installed/model/install-offer.ts';
import { useNewVersion } from '#features/installed/model/worker-news.ts';
import { loadNamespaces } from '#i18n/setup.ts';
import { paths } from '../../lib/paths.ts';

/** Pages on which nothing is filled in and no price is watched. */
const CALM: readonly string[] = [
  '/',
  paths.home.path,
  paths.assets.path,
  paths.settings.path,
  paths.notices.path,
];

// Most visits have nothing to offer.
const ShellOffer = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/installed/components/shell-offer.tsx'),
    loadNamespaces(['installed']),
  ]);
  return { default: code.ShellOffer };
});

/** Offers the new version, otherwise to install the app; once each per visit. */
export function Offers({ pathname }: { readonly pathname: string }) {
  const newVersion = useNewVersion();
  const canInstall = useInstallOffer();
  const [closed, setClosed] = useState<string>();
  const kind = newVersion ? 'version' : canInstall ? 'install' : undefined;
  if (kind === undefined || kind === closed || !CALM.includes(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <ShellOffer kind={kind} onClose={() => setClosed(kind)} />
    </Suspense>
  );
}
