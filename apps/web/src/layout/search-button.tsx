import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './search-button.module.css';

const load = () => import('./search-sheet.tsx').then(code => ({ default: code.SearchSheet }));
const SearchSheet = lazy(load);

/** Opens the search; so does the key `/`, unless something is being typed or a sheet is open. */
export function SearchButton() {
  const { t } = useTranslation('home');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('input:focus, textarea:focus, select:focus, dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onPointerDown={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Search size={20} aria-hidden="true" />
        <span className={styles['text']}>{t('search')}</span>
        <kbd className={styles['key']} aria-hidden="true">
          /
        </kbd>
      </button>
      {open ? (
        <Suspense fallback={null}>
          <SearchSheet onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
