/* oxlint-disable jsx-a11y/prefer-tag-over-role -- No tag is a list of links that an input chooses from. */
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { EmptyState } from '#ui/states.tsx';
import { nextResult } from '../model/find.ts';
import styles from './search-box.module.css';

export interface Result {
  /** Unique among all results. */
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/** The dialog gives the focus to what asks for it when it opens. */
const focusFirst = (input: HTMLInputElement | null): void => input?.setAttribute('autofocus', '');

const LONGEST = 100;

/**
 * A combobox (WAI-ARIA: the input keeps the focus, arrows choose among the results below it, Enter opens the chosen one).
 */
export function SearchBox({
  query,
  onQuery,
  groups,
  pending,
  onOpened,
}: {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Without empty ones. */
  readonly groups: readonly ResultGroup[];
  /** More results may come. */
  readonly pending: boolean;
  readonly onOpened: () => void;
}) {
  const { t } = useTranslation('search');
  const listId = useId();
  // By its id: results that come later must not move the choice to another one.
  const [chosenId, setChosenId] = useState<string>();
  const all = groups.flatMap(({ results }) => results);
  const active = Math.max(
    0,
    all.findIndex(({ id }) => id === chosenId),
  );
  const activeId = all[active]?.id;
  const optionId = (id: string) => `${listId}-${id}`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextResult(event.key, active, all.length);
    if (next !== undefined) {
      event.preventDefault();
      const id = all[next]?.id ?? '';
      setChosenId(id);
      document.getElementById(optionId(id))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault();
      document.getElementById(optionId(activeId))?.click();
    }
  };

  return (
    <>
      <div className={styles['field']}>
        <Search size={18} aria-hidden="true" />
        <input
          ref={focusFirst}
          className={styles['input']}
          type="search"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeId === undefined ? {} : { 'aria-activedescendant': optionId(activeId) })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST}
          placeholder={t('placeholder')}
          value={query}
          onChange={event => {
            setChosenId(undefined);
            onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <output className="visually-hidden">
        {query === '' || pending ? '' : t('count', { count: all.length })}
      </output>
      <div id={listId} role="listbox" aria-label={t('results')}>
        {groups.map(({ title, results }, index) => (
          <div key={title} role="group" aria-labelledby={`${listId}-${index}`}>
            <div id={`${listId}-${index}`} role="presentation" className={styles['group']}>
              {title}
            </div>
            {results.map(({ id, to, title: name, detail, icon }) => (
              <Link
                key={id}
                id={optionId(id)}
                to={to}
                role="option"
                tabIndex={-1}
                aria-selected={id === activeId}
                className={cx(styles['result'], id === activeId && styles['active'])}
                onClick={onOpened}
              >
                <span className={styles['icon']} aria-hidden="true">
                  {icon}
                </span>
                <span className="grow stack-tight">
                  <span className="break-anywhere weight-500">{name}</span>
                  {detail ? <span className="note">{detail}</span> : null}
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && !pending ? (
        <EmptyState icon={<Search size={26} strokeWidth={1.6} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : null}
    </>
  );
}
