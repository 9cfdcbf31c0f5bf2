import { Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import styles from './side-menu-button.module.css';

const loadMenu = () => import('./side-menu.tsx').then(module => ({ default: module.SideMenu }));
const SideMenu = lazy(loadMenu);

/** Opens the side menu; at the left of every tab page's navigation bar. */
export function SideMenuButton() {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('actions.menu')}
        filled
        className={styles['button']}
        aria-haspopup="dialog"
        onPointerDown={() => void loadMenu()}
        onClick={() => setOpen(true)}
      >
        <Menu size={18} />
      </IconButton>
      {open ? (
        <Suspense fallback={null}>
          <SideMenu onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
