import { BadgeCheck, Gift, LifeBuoy, ReceiptText, Repeat2, Rocket, Scale, Timer } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconLinks } from '#ui/icon-links.tsx';

/** Shortcuts to pages that have no tab. */
export function QuickEntries() {
  const { t } = useTranslation('home');
  return (
    <nav aria-label={t('quick.label')}>
      <IconLinks
        links={[
          [paths.option.getHref(), t('quick.option'), Timer],
          [paths.launches.getHref(), t('quick.launch'), Rocket],
          [paths.convert.getHref(), t('quick.convert'), Repeat2],
          [paths.promotion.getHref(), t('quick.referral'), Gift],
          [paths.proof.getHref(), t('quick.proof'), Scale],
          [paths.records.getHref(), t('quick.records'), ReceiptText],
          [paths.verification.getHref(), t('quick.verify'), BadgeCheck],
          [paths.helpCenter.getHref(), t('quick.help'), LifeBuoy],
        ]}
      />
    </nav>
  );
}
