import { useState, type ReactNode } from 'react';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { useNames } from '#lib/use-names.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Card, Facts, Page } from '#ui/page.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { Loaded } from '#ui/states.tsx';
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

/** What a currency counts as, compared with the market. */
function rateFact(one: DeskLaunchOffer['offer']['accepted'][number], quote: string): [string, ReactNode] {
  const market =
    one.market_rate === null
      ? t('launch.noMarket')
      : t('launch.market', {
          rate: grouped(one.market_rate),
          percent: one.deviation_percent ?? '—',
        });
  return [
    t('launch.rate', { code: one.currency.code }),
    <span key="rate" className="row">
      {`${grouped(one.rate)} ${quote} · ${market}`}
      {one.standing === 'fair' ? null : (
        <Badge tone={one.standing === 'warn' ? 'warn' : 'bad'}>{t(`launch.standing.${one.standing}`)}</Badge>
      )}
    </span>,
  ];
}

/** One offer: its state and its possible actions. */
function OfferCard({
  item: { offer, terms, editable, cancellable },
  proposes,
  onOpen,
}: {
  readonly item: DeskLaunchOffer;
  /** Whether this operator may propose changes. */
  readonly proposes: boolean;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { code, name } = offer.currency;
  return (
    <Card
      title={`${code} · ${name}`}
      actions={
        <div className="row">
          <Badge tone={TONES[offer.state] ?? 'plain'}>{word('launchStates', offer.state)}</Badge>
          <Button small onClick={() => onOpen({ kind: 'orders', offer })}>
            {t('launch.showOrders')}
          </Button>
          {editable && proposes ? (
            <Button small onClick={() => onOpen({ kind: 'edit', terms, before: terms })}>
              {t('actions.edit')}
            </Button>
          ) : null}
          {cancellable && proposes ? (
            <Button small tone="danger" onClick={() => onOpen({ kind: 'cancel', offer })}>
              {t('launch.cancel')}
            </Button>
          ) : null}
        </div>
      }
    >
      <Facts
        facts={[
          [t('launch.mode'), word('launchModes', offer.mode)],
          [t('launch.price'), `${grouped(offer.issue_price)} ${offer.quote.code}`],
          [t('launch.supply'), `${grouped(offer.supply)} ${code}`],
          [
            t('launch.committed'),
            `${grouped(offer.committed_value)} ${offer.quote.code} (${offer.committed_percent} %)`,
          ],
          [t('launch.orders'), offer.orders],
          [t('launch.allocated'), offer.allocated === null ? '—' : `${grouped(offer.allocated)} ${code}`],
          ...offer.accepted
            .filter(one => one.currency.id !== offer.quote.id)
            .map(one => rateFact(one, offer.quote.code)),
          [t('launch.start'), dateTime(offer.start_ms)],
          [t('launch.close'), dateTime(offer.closes_at_ms)],
          [t('launch.launch'), dateTime(offer.launch_ms)],
        ]}
      />
    </Card>
  );
}

/** Offers of new currencies: terms until the start, cancelling until the launch, participants. */
export function LaunchesPage() {
  const { may } = useMe();
  const offers = useDesk('GET desk/launch_offers', {});
  const { currencies } = useNames();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
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
          <div className="stack">
            {items.length === 0 ? <p className="empty">{t('states.empty')}</p> : null}
            {items.map(item => (
              <OfferCard
                key={item.offer.offer_id}
                item={item}
                proposes={may('launch.propose')}
                onOpen={setOpened}
              />
            ))}
          </div>
        )}
      </Loaded>
      {opened?.kind === 'edit' ? (
        <OfferDialog terms={opened.terms} before={opened.before} codes={currencies} onClose={close} />
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
