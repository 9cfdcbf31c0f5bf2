import { useTranslation } from '#i18n/use-translation.ts';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import type { OfferState } from '../model/offers.ts';

const TONES: Readonly<Record<OfferState, StateTone>> = {
  upcoming: 'wait',
  subscribing: 'good',
  sold_out: 'quiet',
  closed: 'quiet',
  launched: 'good',
  cancelled: 'bad',
};

export function StateOfOffer({ state }: { readonly state: OfferState }) {
  const { t } = useTranslation('launch');
  return <StatePill tone={TONES[state]}>{t(`state.${state}`)}</StatePill>;
}
