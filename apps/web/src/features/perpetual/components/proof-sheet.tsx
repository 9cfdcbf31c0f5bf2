import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import type { WireContract, WireMarkInputs } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, formatPercent } from '#ui/format.ts';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { VerificationReport } from '#ui/report/report.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { provenQuery, type ProvableEvent, type Proven } from '../api/proof.ts';
import type { Step } from '../model/cross-steps.ts';
import { liquidationEvent } from '../model/story.ts';
import styles from './proof-sheet.module.css';
import { CrossAccountThen, CrossSteps } from './cross-proof.tsx';
import { useEventLine } from './story-list.tsx';
import { useContractOf } from './use-contract.ts';

type Inputs = readonly (readonly [label: string, value: ReactNode])[];

function Body({ inputs, how }: { readonly inputs: Inputs; readonly how: string }) {
  const { t } = useTranslation('perpetual');
  return (
    <>
      <p className={styles['how']}>{how}</p>
      <h3 className="subheading">{t('proof.inputs')}</h3>
      <KeyValues className="sums">
        {inputs.map(([label, value]) => (
          <KeyValue key={label} label={label}>
            {value}
          </KeyValue>
        ))}
      </KeyValues>
    </>
  );
}

/** The prices whose median is the mark price; empty in old records that do not have them. */
function useMarkInputs(quote: string): (inputs: WireMarkInputs | null) => Inputs {
  const { t } = useTranslation('perpetual');
  const price = (text: string) => `${formatDecimal(text)} ${quote}`;
  return inputs =>
    inputs === null
      ? []
      : [
          [t('proof.index'), price(inputs.index_price)],
          [t('proof.tick'), `#${formatDecimal(String(inputs.index_tick))}`],
          [t('proof.markFunding'), price(inputs.funding_price)],
          [t('proof.markBasis'), price(inputs.basis_price)],
          [t('proof.markLast'), price(inputs.last_price ?? inputs.index_price)],
        ];
}

type Of<Kind extends ProvableEvent['kind']> = Extract<ProvableEvent, { kind: Kind }>;
interface ProofProps<Kind extends ProvableEvent['kind']> {
  readonly event: Of<Kind>;
  readonly contract: WireContract;
}

function FundingProof({
  event: { payment },
  contract,
  rate: data,
}: ProofProps<'funding'> & { readonly rate: NonNullable<Proven['rate']> }) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  const rate = (text: string) => formatPercent(text, { decimals: 6, minDecimals: 4 });
  return (
    <Body
      how={t('proof.how.funding')}
      inputs={[
        [t('proof.lots'), formatDecimal(String(payment.lots))],
        [t('proof.mark'), `${formatDecimal(payment.mark_price)} ${quote}`],
        ...markInputs(data.mark_inputs),
        [t('proof.rate'), rate(payment.rate_percent)],
        [t('proof.premium', { count: data.samples }), rate(data.premium_percent)],
        [t('proof.interest'), rate(data.interest_percent)],
        [t('proof.collected'), `${formatDecimal(data.collected)} ${quote}`],
        [t('proof.openInterest'), formatDecimal(String(data.open_interest_lots))],
      ]}
    />
  );
}

function LiquidationProof({ event: { liquidation: record }, contract }: ProofProps<'liquidation'>) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  const money = (text: string) => `${formatDecimal(text)} ${quote}`;
  const part = (lots: number, value: string) =>
    `${t('position.lots', { lots: formatDecimal(String(lots)) })} · ${money(value)}`;
  return (
    <Body
      how={t(record.account ? 'steps.how' : 'proof.how.liquidation')}
      inputs={[
        [t('proof.lots'), formatDecimal(String(record.lots))],
        [t('proof.openValue'), money(record.open_value)],
        [t('proof.margin'), money(record.margin)],
        [t('proof.maintenanceRate'), formatPercent(record.maintenance_percent, { sign: 'never' })],
        [t('proof.mark'), money(record.mark_price)],
        ...markInputs(record.mark_inputs),
        [t('proof.book'), part(record.book_lots, record.book_value)],
        [t('proof.insured'), part(record.insured_lots, record.insured_value)],
        [t('proof.insurancePaid'), money(record.insurance_paid)],
        [t('proof.deleveraged'), part(record.deleveraged_lots, record.deleveraged_value)],
        [t('proof.liquidationFee'), money(record.liquidation_fee)],
        [t('preview.fee'), money(record.fee)],
      ]}
    />
  );
}

function TopUpProof({ event: { topUp: record }, contract }: ProofProps<'topup'>) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  const money = (text: string) => `${formatDecimal(text)} ${quote}`;
  return (
    <Body
      how={t('proof.how.topup')}
      inputs={[
        [t('proof.lots'), formatDecimal(String(record.lots))],
        [t('details.leverage'), `${record.multiple}×`],
        [t('proof.openValue'), money(record.open_value)],
        [t('proof.margin'), money(record.margin)],
        [t('proof.maintenanceRate'), formatPercent(record.maintenance_percent, { sign: 'never' })],
        [t('proof.mark'), money(record.mark_price)],
        ...markInputs(record.mark_inputs),
        [t('margin.limit'), money(record.limit)],
        [t('proof.usedBefore'), money(record.used)],
        [t('ticket.available'), money(record.available)],
      ]}
    />
  );
}

function TriggerProof({ event: { trigger: record }, contract }: ProofProps<'trigger'>) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  return (
    <Body
      how={t('proof.how.trigger')}
      inputs={[
        [t('proof.stopPrice'), `${formatDecimal(record.trigger_price)} ${quote}`],
        [t('proof.mark'), `${formatDecimal(record.mark_price)} ${quote}`],
        ...markInputs(record.mark_inputs),
        [t('proof.lots'), formatDecimal(String(record.lots))],
      ]}
    />
  );
}

function DeleveragingProof({ event: { deleveraging: record }, contract }: ProofProps<'deleveraging'>) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  const money = (text: string) => `${formatDecimal(text)} ${quote}`;
  const { inputs } = record;
  const found: Inputs =
    inputs === null
      ? []
      : [
          [t('proof.place'), t('proof.placeOf', { place: inputs.place, count: inputs.candidates })],
          [t('proof.openValue'), money(inputs.open_value)],
          [t('proof.margin'), money(inputs.margin)],
          [t('proof.bankruptLots'), formatDecimal(String(inputs.against_lots))],
          [t('proof.otherValue'), money(inputs.against_open_value)],
          [t('proof.otherMargin'), money(inputs.against_margin)],
        ];
  return (
    <Body
      how={t('proof.how.deleveraging')}
      inputs={[
        [t('proof.lots'), formatDecimal(String(record.lots))],
        [t('proof.closedFor'), money(record.value)],
        [t('position.priceResult'), money(record.realised_profit)],
        [t('proof.returned'), money(record.returned)],
        [t('proof.mark'), money(record.mark_price)],
        ...markInputs(record.mark_inputs),
        ...found,
        [t('proof.rank'), formatDecimal(record.rank, { decimals: 4 })],
        [t('proof.against'), `#${record.against_position_id}`],
      ]}
    />
  );
}

function OffsetProof({ event: { offset: record, side }, contract }: ProofProps<'offset'>) {
  const { t } = useTranslation('perpetual');
  const quote = contract.quote.code;
  const markInputs = useMarkInputs(quote);
  const money = (text: string) => `${formatDecimal(text)} ${quote}`;
  const { inputs } = record;
  const other = side === 'long' ? 'short' : 'long';
  const found: Inputs =
    inputs === null
      ? []
      : [
          [t('proof.openValue'), money(inputs[side].open_value)],
          [t('proof.margin'), money(inputs[side].margin)],
          [t('proof.otherLots'), formatDecimal(String(inputs[other].lots))],
          [t('proof.otherValue'), money(inputs[other].open_value)],
          [t('proof.otherMargin'), money(inputs[other].margin)],
        ];
  return (
    <Body
      how={t('proof.how.offset')}
      inputs={[
        [t('proof.lots'), formatDecimal(String(record.lots))],
        [t('proof.closedFor'), money(record.value)],
        [t('proof.mark'), money(record.mark_price)],
        ...markInputs(record.mark_inputs),
        [t('proof.counterpart'), `#${record[`${other}_position_id`]}`],
        ...found,
      ]}
    />
  );
}

/** The verification, then its inputs. */
function Proof({
  event,
  contract,
  onStep,
}: {
  readonly event: ProvableEvent;
  readonly contract: WireContract;
  readonly onStep: (step: Step) => void;
}) {
  const { data, error, refetch } = useQuery(provenQuery(event, contract));
  if (error || !data)
    return <Pending error={error} onRetry={refetch} shape={<Skeleton height={320} radius={12} />} />;
  const record = event.kind === 'liquidation' ? event.liquidation : null;
  return (
    <div className="stack-4">
      {record?.account ? <CrossSteps record={record} contract={contract} onChoose={onStep} /> : null}
      <VerificationReport report={data.report} />
      {record?.account ? (
        <div>
          <CrossAccountThen account={record.account} record={record} contract={contract} />
        </div>
      ) : null}
      <div>
        {event.kind === 'funding' && data.rate ? (
          <FundingProof event={event} contract={contract} rate={data.rate} />
        ) : null}
        {event.kind === 'liquidation' ? <LiquidationProof event={event} contract={contract} /> : null}
        {event.kind === 'trigger' ? <TriggerProof event={event} contract={contract} /> : null}
        {event.kind === 'topup' ? <TopUpProof event={event} contract={contract} /> : null}
        {event.kind === 'deleveraging' ? <DeleveragingProof event={event} contract={contract} /> : null}
        {event.kind === 'offset' ? <OffsetProof event={event} contract={contract} /> : null}
      </div>
      <ProofActions name={event.key.replace(':', '-')} proof={data.file} />
    </div>
  );
}

/** Verifies a funding payment, liquidation, stop, top-up, deleveraging or offset on this device, from its inputs. */
export function ProofSheet({
  event: first,
  contract: itsContract,
  onClose,
}: {
  readonly event: ProvableEvent;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const contractOf = useContractOf();
  // Another step of the same liquidation, perhaps in another contract.
  const [step, setStep] = useState<Step>();
  const other = step && contractOf(step.market_id);
  const [event, contract] = step && other ? [liquidationEvent(step), other] : ([first, itsContract] as const);
  const { title } = useEventLine(contract)(event);
  return (
    <Sheet open onClose={onClose} title={title}>
      <p className="quiet text-13 mb-3">{formatDate(event.atMs, 'dateTime')}</p>
      <Suspense fallback={<Skeleton height={320} radius={12} />}>
        <Proof event={event} contract={contract} onStep={setStep} />
      </Suspense>
    </Sheet>
  );
}
