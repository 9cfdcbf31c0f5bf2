import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useAnswers, useTicket } from '#features/help/api/tickets.ts';
import { TicketForm, type About } from '#features/help/components/ticket-form.tsx';
import { TicketThread } from '#features/help/components/ticket-thread.tsx';
import { OwnPicture } from '#features/pictures/components/own-picture.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { showToast } from '#ui/toast.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { SupportPicture } from './support-picture.tsx';

const SUBJECTS: readonly About[] = ['order', 'position', 'deposit', 'withdrawal'];

function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** One ticket; without a number in the address a new one. */
export function Page() {
  const [search] = useSearchParams();
  const id = numberIn(search.get('id'));
  if (id !== undefined) return <Existing key={id} id={id} />;
  const kind = SUBJECTS.find(one => one === search.get('about'));
  const aboutId = numberIn(search.get('about_id'));
  return <New about={kind === undefined || aboutId === undefined ? undefined : { kind, id: aboutId }} />;
}

function New({ about }: { readonly about: { readonly kind: About; readonly id: number } | undefined }) {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  return (
    <Frame title={t('ticket.new')} width="narrow">
      <TicketForm
        about={about}
        renderPicture={(place, label, dispatch) => (
          <SupportPicture place={place} label={label} dispatch={dispatch} />
        )}
        onFiled={id => {
          showToast(t('ticket.sent'), 'good');
          void navigate(paths.helpTicket.getHref({ id }), { replace: true });
        }}
      />
    </Frame>
  );
}

function Existing({ id }: { readonly id: number }) {
  const { t } = useTranslation('help');
  useAnswers();
  const { data, error, refetch } = useTicket(id);
  return (
    <Frame title={t('ticket.one', { id })} width="narrow">
      {data ? (
        <TicketThread
          ticket={data}
          renderPicture={(place, label, dispatch) => (
            <SupportPicture place={place} label={label} dispatch={dispatch} />
          )}
          renderOwn={picture => (
            <OwnPicture pictureId={picture} label={t('ticket.picture', { number: picture })} />
          )}
        />
      ) : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
    </Frame>
  );
}
