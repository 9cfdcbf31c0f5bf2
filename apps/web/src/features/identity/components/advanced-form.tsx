import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireIdentity } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { applyAdvanced } from '../api/calls.ts';
import { KeptField } from './kept-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import styles from './identity-form.module.css';
import { Rejection } from './rejection.tsx';

export type Side = WireIdentity['advanced']['redo'][number];
/** The uploaded pictures by kind. */
export type SidePictures = { readonly [S in Side]?: number | undefined };

const SIDES: readonly Side[] = ['front', 'back', 'holding'];

export interface AdvancedFormProps {
  readonly advanced: WireIdentity['advanced'];
  readonly pictures: SidePictures;
  /** Renders the upload of one picture with its error text. */
  readonly renderPicture: (side: Side, error: string | undefined) => ReactNode;
  /** A picture sent before. */
  readonly renderKept: (side: Side, pictureId: number) => ReactNode;
  readonly onSent: () => void;
}

/** Advanced verification; after a rejection only the pictures to take again. Needs the namespace `identity`. */
export function AdvancedForm({ advanced, pictures, renderPicture, renderKept, onSent }: AdvancedFormProps) {
  const { t } = useTranslation('identity');
  const asked = advanced.state === 'rejected' && advanced.redo.length > 0 ? advanced.redo : SIDES;
  const missing = asked.filter(side => pictures[side] === undefined);
  const words = (side: Side): string => t('problems.picture_required', { field: t(`fields.${side}`) });
  const { busy, error, submit } = useSubmit(async () => {
    await applyAdvanced(Object.fromEntries(asked.map(side => [side, pictures[side]])));
    onSent();
  });
  const { blocker, shown, guard } = useForm(missing.map(field => ({ code: 'picture_required', field })));
  return (
    <form className="stack-4" onSubmit={guard(submit)} noValidate aria-label={t('advanced.title')}>
      <Rejection level={advanced} />
      {SIDES.map(side => {
        const before = advanced[side];
        if (asked.includes(side)) {
          return <div key={side}>{renderPicture(side, shown(side) && words(side))}</div>;
        }
        return (
          <KeptField
            key={side}
            label={t(`fields.${side}`)}
            value={before === null ? null : renderKept(side, before)}
          />
        );
      })}
      <FormError error={error} className={styles['error']} />
      <p className="note flex-2">
        <ShieldCheck size={16} aria-hidden="true" />
        {t('privacy')}
      </p>
      <SubmitButton block busy={busy} problem={blocker && words(blocker.field)}>
        {t('submit')}
      </SubmitButton>
    </form>
  );
}
