import { ScrollText, ShieldCheck, Timer, type LucideIcon } from 'lucide-react';
import { useState, type UIEvent } from 'react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './banner.module.css';

interface Slide {
  readonly key: 'proof' | 'option' | 'trust';
  readonly icon: LucideIcon;
  readonly to: string;
}

/** The product's promises, each with a link to the page where it can be verified. */
const SLIDES: readonly Slide[] = [
  { key: 'proof', icon: ScrollText, to: paths.proof.getHref() },
  { key: 'option', icon: Timer, to: paths.option.getHref() },
  { key: 'trust', icon: ShieldCheck, to: paths.trustProducts.getHref() },
];

function slideAt(element: HTMLElement): number {
  const step = element.scrollWidth / SLIDES.length;
  return Math.min(SLIDES.length - 1, Math.round(element.scrollLeft / step));
}

/**
 * The promises as slides to swipe. They do not move by themselves, which would distract from
 * the prices.
 */
export function Banner() {
  const { t } = useTranslation('home');
  const [shown, setShown] = useState(0);
  const follow = (event: UIEvent<HTMLElement>) => setShown(slideAt(event.currentTarget));
  return (
    <section aria-label={t('banner.label')}>
      <ul className={styles['slides']} onScroll={follow}>
        {SLIDES.map(({ key, icon: Icon, to }) => (
          <li key={key} className={styles['slide']}>
            <Link to={to} className={`${styles['card']} raised`} data-slide={key}>
              <span className={styles['words']}>
                <span className="leading-20 weight-650 text-15">{t(`banner.${key}`)}</span>
                <span className="soft text-12 leading-17">{t(`banner.${key}Text`)}</span>
              </span>
              <Icon size={44} strokeWidth={1.3} className={styles['icon']} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['dots']} aria-hidden="true">
        {SLIDES.map(({ key }, index) => (
          <span key={key} data-shown={index === shown} />
        ))}
      </div>
    </section>
  );
}
