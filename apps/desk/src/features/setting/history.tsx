import type { DeskInput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Changes } from '#ui/changes.tsx';
import { Card } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';

/** Each version compared with the one before it. */
export function History({ name }: { readonly name: DeskInput<'GET desk/setting_history'>['name'] }) {
  const history = useDesk('GET desk/setting_history', { name, limit: 20 });
  return (
    <Card title={t('settings.history')}>
      <Loaded query={history}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('settings.noHistory')}</p>
          ) : (
            <div className="stack">
              {items.map((item, index) => (
                <details key={item.version}>
                  <summary>
                    {t('settings.version', {
                      version: item.version,
                      who: item.changed_by,
                      when: dateTime(item.changed_at_ms),
                    })}
                  </summary>
                  <Changes before={items[index + 1]?.value ?? null} after={item.value} />
                </details>
              ))}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
