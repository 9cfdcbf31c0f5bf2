import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { DemoMark } from './demo-mark.tsx';
import styles from './page.module.css';
import { useBack } from '../lib/use-back.ts';

export interface NavBarProps {
  readonly title: ReactNode;
  /** Replaces the back arrow; tab pages pass the menu button or nothing. */
  readonly left?: ReactNode | undefined;
  /** Buttons at the right. */
  readonly right?: ReactNode | undefined;
}

/** The navigation bar: back (home if there is no history), heading, demo mark, buttons. */
export function NavBar({ title, left, right }: NavBarProps) {
  const { t } = useTranslation('common');
  const back = useBack();
  return (
    <header className={styles['nav']}>
      {left === undefined ? (
        <IconButton label={t('actions.back')} className={styles['back']} onClick={back}>
          <ChevronLeft size={24} />
        </IconButton>
      ) : (
        left
      )}
      <h1 className={cx(styles['title'], typeof title === 'string' && styles['words'])}>{title}</h1>
      <DemoMark />
      {right}
    </header>
  );
}

export interface PageProps extends Omit<NavBarProps, 'title'> {
  /** Heading; a string is also the title of the browser tab. */
  readonly title: ReactNode;
  /** Title of the browser tab if the heading is not a string. */
  readonly documentTitle?: string | undefined;
  /** `narrow` for forms and settings, `wide` for tables and charts on large screens, `desk` for both side by side. */
  readonly width?: 'narrow' | 'normal' | 'wide' | 'desk' | undefined;
  /** Stays at the bottom of the screen: the page's main action. */
  readonly footer?: ReactNode | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Frame of every page: navigation bar, content with the page's margins, optional footer. */
export function Page({
  title,
  documentTitle,
  left,
  right,
  width = 'normal',
  footer,
  className,
  children,
}: PageProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined));
  return (
    <div className={cx(styles['page'], styles[width], footer ? styles['withFooter'] : undefined)}>
      <NavBar title={title} left={left} right={right} />
      <main id="content" tabIndex={-1} className={cx(styles['content'], className)}>
        {children}
      </main>
      {footer ? <footer className={styles['footer']}>{footer}</footer> : null}
    </div>
  );
}
