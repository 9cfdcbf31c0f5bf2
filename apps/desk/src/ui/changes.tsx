import { t } from '#i18n/texts.ts';
import { changesOf } from '#lib/changes.ts';
import { fieldOf, inReadingOrder, pathName } from '#lib/paths.ts';
import { useNames, type Names } from '#lib/use-names.ts';
import { shownValue } from '#lib/words.ts';
import { cx } from './class-names.ts';

/** Values before and after, side by side; unchanged ones only if nothing changes. */
export function Changes({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const names = useNames();
  const all = changesOf(before, after).toSorted((one, other) => inReadingOrder(one.path, other.path));
  const changed = all.filter(change => change.changed);
  const fresh = before === null || before === undefined;
  return (
    <div className="table-frame">
      <table className="changes" aria-label={t('approvals.after')}>
        <thead>
          <tr>
            <th scope="col">{t('approvals.what')}</th>
            {fresh ? null : <th scope="col">{t('approvals.before')}</th>}
            <th scope="col">{t('approvals.after')}</th>
          </tr>
        </thead>
        <tbody>
          {(changed.length === 0 ? all : changed).map(change => (
            <tr key={change.path}>
              <td data-head={t('approvals.what')}>{pathName(change.path, after ?? before, names)}</td>
              {fresh ? null : (
                <td data-head={t('approvals.before')}>
                  {change.before === null ? (
                    <span className="quiet">{t('approvals.added')}</span>
                  ) : (
                    <span className={cx(change.changed && 'was')}>
                      {shown(change.path, change.before, names)}
                    </span>
                  )}
                </td>
              )}
              <td data-head={t('approvals.after')} className={cx(change.changed && 'will-be')}>
                {change.after === null ? t('approvals.removed') : shown(change.path, change.after, names)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shown(path: string, text: string, names: Names): string {
  return shownValue(fieldOf(path), text, names);
}
