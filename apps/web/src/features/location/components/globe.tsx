import { useTranslation } from '#i18n/use-translation.ts';
import { onGlobe, type Position } from '../model/place.ts';
import styles from './globe.module.css';

const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [60, 30, 0, -30, -60];

/** Latitudes and longitudes with a mark: no map is fetched, so no map server learns the place. */
export function Globe({ position }: { readonly position: Position }) {
  const { t } = useTranslation('identity');
  const { left, top } = onGlobe(position);
  const [x, y] = [left * 3.6, top * 1.8];
  return (
    <svg viewBox="0 0 360 180" className={styles['globe']}>
      <title>{t('place.graticule')}</title>
      {MERIDIANS.map(degree => (
        <line key={degree} x1={degree + 180} x2={degree + 180} y1="0" y2="180" className={styles['line']} />
      ))}
      {PARALLELS.map(degree => (
        <line
          key={degree}
          x1="0"
          x2="360"
          y1={90 - degree}
          y2={90 - degree}
          className={degree === 0 ? styles['equator'] : styles['line']}
        />
      ))}
      <line x1={x} x2={x} y1="0" y2="180" className={styles['cross']} />
      <line x1="0" x2="360" y1={y} y2={y} className={styles['cross']} />
      <circle cx={x} cy={y} r="9" className={styles['halo']} />
      <circle cx={x} cy={y} r="3.5" className={styles['mark']} />
    </svg>
  );
}
