import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { OfferDialog } from '../features/launch/offer-dialog.tsx';
import { newOffer, type DeskLaunchOffer, type OfferTerms } from '../features/launch/offer-draft.ts';
import { OrdersDialog } from '../features/launch/orders-dialog.tsx';

type Opened =
  | { readonly kind: 'edit'; readonly terms: OfferTerms; readonly before: OfferTerms | null }
  | { readonly kind: 'cancel' | 'orders'; readonly offer: DeskLaunchOffer['offer'] };

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'plain'>> = {
  upcoming: 'warn',
  subscribing: 'good',
  launched: 'good',
  cancelled: 'bad',
};

/** Offers of new currencies: terms until the start, cancelling until the launch, who took part. */
export function LaunchesPage() {
  const { may } = useMe();
  const offers = useDesk('GET desk/launch_offers', {});
  const markets = useDesk('GET desk/markets', {}, { everyMs: false });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const codes = new Map(
    (markets.data?.items ?? []).flatMap(({ market }) =>
      [market.base, market.quote].map(({ id, code }): [number, string] => [id, code]),
    ),
  );
  const columns: Column<DeskLaunchOffer>[] = [
    {
      head: t('launch.currency'),
      render: ({ offer }) => (
        <>
          <strong>{offer.currency.code}</strong> <span className="quiet">{offer.currency.name}</span>
        </>
      ),
    },
    {
      head: t('launch.state'),
      render: ({ offer }) => (
        <Badge tone={TONES[offer.state] ?? 'plain'}>{word('launchStates', offer.state)}</Badge>
      ),
    },
    { head: t('launch.mode'), render: ({ offer }) => word('launchModes', offer.mode) },
    {
      head: t('launch.price'),
      figure: true,
      render: ({ offer }) => `${grouped(offer.issue_price)} ${offer.quote.code}`,
    },
    { head: t('launch.supply'), figure: true, render: ({ offer }) => grouped(offer.supply) },
    {
      head: t('launch.committed'),
      figure: true,
      render: ({ offer }) => `${grouped(offer.committed_value)} (${offer.committed_percent} %)`,
    },
    { head: t('launch.orders'), figure: true, render: ({ offer }) => offer.orders },
    { head: t('launch.start'), render: ({ offer }) => dateTime(offer.start_ms) },
    { head: t('launch.close'), render: ({ offer }) => dateTime(offer.closes_at_ms) },
    { head: t('launch.launch'), render: ({ offer }) => dateTime(offer.launch_ms) },
    {
      head: '',
      render: ({ offer, terms, editable, cancellable }) => (
        <div className="row">
          <Button small onClick={() => setOpened({ kind: 'orders', offer })}>
            {t('launch.showOrders')}
          </Button>
          {editable && may('launch.propose') ? (
            <Button small onClick={() => setOpened({ kind: 'edit', terms, before: terms })}>
              {t('actions.edit')}
            </Button>
          ) : null}
          {cancellable && may('launch.propose') ? (
            <Button small tone="danger" onClick={() => setOpened({ kind: 'cancel', offer })}>
              {t('launch.cancel')}
            </Button>
          ) : null}
        </div>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.launches')}
      lead={t('launch.lead')}
      actions={
        may('launch.propose') && offers.data ? (
          <Button
            tone="main"
            onClick={() => {
              const terms = newOffer(offers.data.next, offers.data.server_time_ms);
              setOpened({ kind: 'edit', terms, before: null });
            }}
          >
            {t('launch.create')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={offers}>
        {({ items }) => (
          <Card>
            <Table
              label={t('nav.launches')}
              columns={columns}
              rows={items}
              keyOf={({ offer }) => offer.offer_id}
            />
          </Card>
        )}
      </Loaded>
      {opened?.kind === 'edit' ? (
        <OfferDialog terms={opened.terms} before={opened.before} codes={codes} onClose={close} />
      ) : opened?.kind === 'orders' ? (
        <OrdersDialog offer={opened.offer} onClose={close} />
      ) : opened?.kind === 'cancel' ? (
        <ProposeDialog
          kind="launch_cancel"
          change={{ offer_id: opened.offer.offer_id }}
          before={{ code: opened.offer.currency.code, cancelled: false }}
          after={{ code: opened.offer.currency.code, cancelled: true }}
          onClose={close}
        />
      ) : null}
    </Page>
  );
}
