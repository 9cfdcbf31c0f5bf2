import { useTranslation } from '#i18n/use-translation.ts';

const OWN_NAMES = ['bank', 'faucet', 'issuance'] as const;

/** Names where something lies: a network by its own name. Needs the namespace `reserves`. */
export function usePlaceName(): (place: string) => string {
  const { t } = useTranslation('reserves');
  return place => {
    const own = OWN_NAMES.find(name => name === place);
    return own === undefined ? place : t(`places.${own}`);
  };
}
