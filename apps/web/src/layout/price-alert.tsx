import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { loginHref } from '#lib/paths.ts';
import { useSession } from '#lib/session.ts';
import { IconButton } from '#ui/button.tsx';

/** Most visitors set no alert, so the form is fetched when needed. */
const MarketAlertSheet = lazy(async () => ({
  default: (await import('./market-alert-sheet.tsx')).MarketAlertSheet,
}));

/** The button and form for a market's price alert; visitors log in first. */
export function WithAlertSheet({
  market,
  children,
}: {
  readonly market: WireMarket;
  readonly children: (open: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const hasSession = useSession() !== undefined;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const open = (): void => {
    if (hasSession) setIsOpen(true);
    else void navigate(loginHref(pathname, search));
  };
  return (
    <>
      {children(open)}
      {isOpen ? (
        <Suspense>
          <MarketAlertSheet market={market} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A bell beside a market's name. */
export function AlertButton({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('market');
  return (
    <WithAlertSheet market={market}>
      {open => (
        <IconButton label={t('priceAlert', { symbol: market.symbol })} onClick={open}>
          <BellPlus size={20} strokeWidth={1.7} />
        </IconButton>
      )}
    </WithAlertSheet>
  );
}
