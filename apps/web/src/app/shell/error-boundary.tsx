import { Component, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { paths } from '../../lib/paths.ts';

function Crashed() {
  const { t } = useTranslation('common');
  const goHome = () => {
    window.location.hash = paths.home.getHref();
    window.location.reload();
  };
  return (
    <main id="content" role="alert">
      <EmptyState
        icon={<TriangleAlert size={26} strokeWidth={1.6} />}
        title={t('states.crashed')}
        action={
          <div style={{ display: 'flex', gap: 12 }}>
            <Button size="small" onClick={() => window.location.reload()}>
              {t('actions.reload')}
            </Button>
            <Button size="small" tone="quiet" onClick={goHome}>
              {t('actions.goHome')}
            </Button>
          </div>
        }
      >
        {t('states.crashedText')}
      </EmptyState>
    </main>
  );
}

/** Catches errors of a page, including failed downloads. Keyed by route, so that the next page starts without the error. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}
