import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { FundsNote } from '#features/identity/components/funds-note.tsx';
import { IdentityLoader } from '#features/identity/components/identity-loader.tsx';
import { LevelCard } from '#features/identity/components/level-card.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Skeleton } from '#ui/states.tsx';

/** Both levels of identity verification. */
export function Page() {
  const { t } = useTranslation('identity');
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4">
        <p className="soft">{t('lead')}</p>
        <FundsNote to={paths.verificationFunds.getHref()} />
        <IdentityLoader
          shape={
            <>
              <Skeleton height={182} radius={14} />
              <Skeleton height={160} radius={14} />
            </>
          }
          render={({ level, basic, advanced }) => (
            <>
              <LevelCard step={1} name="basic" level={basic} to={paths.verificationBasic.getHref()} open />
              <LevelCard
                step={2}
                name="advanced"
                level={advanced}
                to={paths.verificationAdvanced.getHref()}
                open={level !== 'none'}
              />
              <p className="quiet text-12">{t('privacy')}</p>
            </>
          )}
        />
      </div>
    </Frame>
  );
}
