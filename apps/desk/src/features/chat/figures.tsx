import { t } from '#i18n/texts.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Card, Facts } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { ageText } from './times.ts';

/** Open conversations, and today's service times. */
export function ChatFigures() {
  const figures = useDesk('GET desk/chat_figures', {});
  const times = (of: { readonly median_s: number | null; readonly p90_s: number | null }): string =>
    of.median_s === null || of.p90_s === null
      ? t('states.unknown')
      : t('chats.times', { median: ageText(of.median_s * 1000), p90: ageText(of.p90_s * 1000) });
  return (
    <Card>
      <Loaded query={figures}>
        {data => (
          <Facts
            facts={[
              [t('chats.open'), t('chats.openOf', { open: data.open, waiting: data.waiting })],
              [
                t('chats.today'),
                t('chats.todayOf', { opened: data.opened_today, closed: data.closed_today }),
              ],
              [t('chats.firstAnswer'), times(data.first_answer)],
              [t('chats.resolution'), times(data.resolution)],
              [
                t('chats.stars'),
                data.stars === null
                  ? t('states.unknown')
                  : t('chats.starsOf', { stars: data.stars, rated: data.rated }),
              ],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
