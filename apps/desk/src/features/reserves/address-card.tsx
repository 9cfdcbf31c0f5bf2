import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Card } from '#ui/page.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { OtherAddressDialog } from './other-address-dialog.tsx';
import { saveMessages } from './save-messages.ts';
import { TakeFile } from './take-file.tsx';

type Reserves = DeskOutput<'GET desk/reserves'>;
type Address = Reserves['addresses'][number];
type Fault = DeskOutput<'POST desk/reserve_signatures'>['faults'][number];

const COLUMNS: readonly Column<Address>[] = [
  { head: t('reserves.network'), render: row => row.network },
  { head: t('reserves.address'), render: row => <span className="mono breaks">{row.address}</span> },
  { head: t('reserves.place'), render: row => word('reservePlaces', row.place) },
  {
    head: t('reserves.signed'),
    render: ({ signed }) =>
      signed === null ? (
        <Badge>{t('reserves.unsigned')}</Badge>
      ) : (
        <Badge tone={signed.until_ms > Date.now() ? 'good' : 'warn'}>
          {t('reserves.signedOn', {
            format: word('signatureFormats', signed.format),
            day: dateTime(signed.day_ms).split(',')[0] ?? '',
          })}
        </Badge>
      ),
    more: ({ signed }) =>
      signed === null
        ? undefined
        : signed.until_ms > Date.now()
          ? t('reserves.counts', { when: dateTime(signed.until_ms) })
          : t('reserves.expired'),
  },
];

const FAULTS: readonly Column<Fault>[] = [
  {
    head: t('reserves.line'),
    render: row => (row.place === null ? t('reserves.wholeFile') : String(row.place + 1)),
  },
  { head: t('reserves.fault'), render: row => word('messageFaults', row.code) },
  { head: t('reserves.found'), render: row => <span className="mono breaks">{row.found}</span> },
];

/** Our addresses, and the messages that their keys have signed. */
export function AddressCard({ reserves }: { readonly reserves: Reserves }) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [asking, setAsking] = useState(false);
  const { may } = useMe();
  const take = async (file: File): Promise<void> => {
    const answer = await callDesk('POST desk/reserve_signatures', { content: await file.text() });
    setFaults(answer.faults);
    if (answer.faults.length === 0) toast(t('reserves.uploaded', { count: answer.imported }));
  };
  const others = reserves.signing_networks.filter(network => network !== 'OMNI');
  return (
    <Card title={t('reserves.addresses')}>
      {reserves.addresses.length === 0 ? (
        <p className="empty">{t('reserves.noAddresses')}</p>
      ) : (
        <Table
          label={t('reserves.addresses')}
          columns={COLUMNS}
          rows={reserves.addresses}
          keyOf={row => `${row.network} ${row.address}`}
        />
      )}
      {reserves.signing_networks.length > 0 && may('reserves.enter') ? (
        <div className="row">
          <Button onClick={() => void saveMessages({})}>{t('reserves.download')}</Button>
          {others.length > 0 ? <Button onClick={() => setAsking(true)}>{t('reserves.other')}</Button> : null}
          <TakeFile label={t('reserves.upload')} accept="application/json,.json" take={take} />
        </div>
      ) : null}
      {faults.length === 0 ? null : (
        <section role="alert">
          <h3>{t('reserves.faults')}</h3>
          <p className="bad">{t('reserves.faultsText')}</p>
          <Table label={t('reserves.faults')} columns={FAULTS} rows={faults} keyOf={row => row.place ?? -1} />
        </section>
      )}
      {asking ? <OtherAddressDialog networks={others} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}
