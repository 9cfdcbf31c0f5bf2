import type { ReactNode } from 'react';
import type { Country } from '#lib/countries.ts';
import { initialOf } from '../model/initial.ts';
import styles from './country-list.module.css';

export interface CountryListProps {
  readonly countries: readonly Country[];
  /** ISO 3166 alpha-2: several countries may share a calling code. */
  readonly selected: string;
  readonly selectedMark: ReactNode;
  /** With headings by first letter; search results go without. */
  readonly grouped: boolean;
  readonly onSelect: (country: string) => void;
}

export function CountryList({ countries, selected, selectedMark, grouped, onSelect }: CountryListProps) {
  return (
    <ul className="mt-3">
      {countries.map(({ country, name, areaCode }, index) => {
        const initial = initialOf(name);
        const previous = countries[index - 1];
        const begins = grouped && (!previous || initialOf(previous.name) !== initial);
        return (
          <li key={country}>
            {begins ? (
              <div className={styles['heading']} aria-hidden="true">
                {initial}
              </div>
            ) : null}
            <button
              type="button"
              className={styles['row']}
              aria-pressed={country === selected}
              onClick={() => onSelect(country)}
            >
              <span className={styles['sign']} aria-hidden="true">
                {country}
              </span>
              <span className={styles['name']}>{name}</span>
              <span className="soft">{areaCode}</span>
              {country === selected ? <span className="accent">{selectedMark}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
