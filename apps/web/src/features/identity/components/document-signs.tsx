import styles from './document-signs.module.css';

/** Illustrations of the three required pictures. */
export function DocumentSign({ side }: { readonly side: 'front' | 'back' | 'holding' }) {
  return (
    <svg viewBox="0 0 72 48" width="72" height="48" aria-hidden="true" className={styles['sign']}>
      {side === 'holding' ? <Holding /> : <rect x="6" y="5" width="60" height="38" rx="5" />}
      {side === 'front' ? (
        <>
          <circle cx="21" cy="19" r="5" />
          <path d="M12 35c1-7 4-9 9-9s8 2 9 9M38 16h20M38 24h20M38 32h12" />
        </>
      ) : null}
      {side === 'back' ? (
        <>
          <path d="M6 14h60" className={styles['thick']} />
          <path d="M14 26h28M14 34h18M50 26h8v9h-8z" />
        </>
      ) : null}
    </svg>
  );
}

function Holding() {
  return (
    <>
      <circle cx="27" cy="14" r="8" />
      <path d="M9 44c1-13 8-18 18-18 6 0 11 2 14 6" />
      <rect x="40" y="26" width="26" height="17" rx="3" />
      <path d="M45 32h6M45 37h12M38 40l4-3" />
    </>
  );
}
