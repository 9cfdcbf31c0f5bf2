import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { Link, useParams } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped, wholeOf } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { shownValue } from '#lib/words.ts';
import { Card, Facts, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { QUEUE_ICONS } from '#ui/queue-icons.ts';
import { CaseReport } from '../features/queue/case-report.tsx';
import { Decide } from '../features/queue/decide.tsx';
import { whoOf } from '../features/queue/who.ts';
import { ItemState } from '../features/queue/item-state.tsx';
import { Picture } from '../features/queue/picture.tsx';

type QueueName = DeskInput<'GET desk/queue_item'>['queue'];
type Detail = DeskOutput<'GET desk/queue_item'>;
const QUEUES = Object.keys(QUEUE_ICONS) as QueueName[];

export function QueueItemPage() {
  const { queue, id = '' } = useParams();
  const name = QUEUES.find(one => one === queue) ?? 'identity';
  const detail = useDesk('GET desk/queue_item', { queue: name, id: Math.max(wholeOf(id) ?? 1, 1) });
  return <Loaded query={detail}>{data => <Item queue={name} detail={data} />}</Loaded>;
}

function Item({ queue, detail }: { readonly queue: QueueName; readonly detail: Detail }) {
  const { item, pictures, history } = detail;
  return (
    <Page
      title={`${t(`queues.${queue}`)} · ${item.title}`}
      lead={<Link to={`/queues/${queue}`}>{t('actions.back')}</Link>}
    >
      <Card title={whoOf(item)} actions={<ItemState item={item} />}>
        {item.amount === null ? null : (
          <p className="figure-large">
            {grouped(item.amount)} {item.currency}
          </p>
        )}
        {['identity', 'recovery', 'compliance'].includes(queue) ? (
          <p className="quiet">{t('queues.opened')}</p>
        ) : null}
        {item.flags.includes('two_people') && queue !== 'compliance' ? (
          <p className="hint">{t('queues.twoPeopleWhy')}</p>
        ) : null}
        <Facts
          facts={detail.fields.map(field => [
            word('fields', field.key),
            <Value key={field.key} field={field} />,
          ])}
        />
        {item.customer_id === null ? null : (
          <Link to={`/customers/${item.customer_id}`}>{t('queues.customer')}</Link>
        )}
      </Card>
      {pictures.length === 0 ? null : (
        <Card title={t('queues.pictures')}>
          <p className="quiet">{t('queues.recorded')}</p>
          <div className="grid-2">
            {pictures.map(picture => (
              <Picture key={picture.id} queue={queue} id={item.id} picture={picture} />
            ))}
          </div>
        </Card>
      )}
      <Decide queue={queue} detail={detail} />
      {queue === 'compliance' ? <CaseReport id={item.id} /> : null}
      {history.length === 0 ? null : (
        <Card title={t('queues.history')}>
          <ul className="stack">
            {history.map(entry => (
              <li key={`${entry.at_ms}:${entry.what}:${entry.who}:${entry.note}`}>
                <strong>{word('queueStates', entry.what)}</strong>{' '}
                <span className="quiet">
                  {[entry.who, dateTime(entry.at_ms)].filter(Boolean).join(' · ')}
                </span>
                {entry.note === '' ? null : <p className="letter">{entry.note}</p>}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Value({ field }: { readonly field: Detail['fields'][number] }) {
  switch (field.format) {
    case 'amount':
      return grouped(field.value);
    case 'address':
    case 'hash':
      return <span className="mono">{field.value}</span>;
    case 'case':
      return <Link to={`/queues/${field.value}`}>{field.value.split('/')[1]}</Link>;
    case 'time':
      return dateTime(wholeOf(field.value) ?? 0);
    case 'link':
      return field.value.startsWith('https://') ? (
        <a href={field.value} target="_blank" rel="noreferrer">
          {t('actions.open')}
        </a>
      ) : (
        field.value
      );
    default:
      return field.key === 'redo'
        ? field.value
            .split(', ')
            .map(one => word('fields', one))
            .join(', ')
        : shownValue(field.key, field.value);
  }
}
