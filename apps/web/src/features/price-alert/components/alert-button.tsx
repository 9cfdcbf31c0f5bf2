import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { loginHref } from '#app/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { IconButton } from '#ui/button.tsx';

/** Most who look at a price set no alert: its form comes when it is asked for. */
const AlertSheet = lazy(async () => ({ default: (await import('./alert-sheet.tsx')).AlertSheet }));

/** Opens the form for a market's price alert, and draws it where it is put; visitors log in first. */
export function useAlertSheet(market: WireMarket): {
  readonly open: () => void;
  readonly sheet: React.ReactNode;
} {
  const [isOpen, setIsOpen] = useState(false);
  const hasSession = useSession() !== undefined;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return {
    open: () => {
      if (hasSession) setIsOpen(true);
      else void navigate(loginHref(pathname, search));
    },
    sheet: isOpen ? (
      <Suspense>
        <AlertSheet market={market} onClose={() => setIsOpen(false)} />
      </Suspense>
    ) : null,
  };
}

/** A bell beside a market's name. */
export function AlertButton({
  market,
  className,
}: {
  readonly market: WireMarket;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation('market');
  const { open, sheet } = useAlertSheet(market);
  return (
    <>
      <IconButton label={t('priceAlert', { symbol: market.symbol })} onClick={open} className={className}>
        <BellPlus size={20} strokeWidth={1.7} />
      </IconButton>
      {sheet}
    </>
  );
}
