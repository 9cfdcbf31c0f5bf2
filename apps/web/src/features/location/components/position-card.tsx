import { LocateFixed, Trash2 } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { writePosition, type Position } from '../model/place.ts';
import styles from './position-card.module.css';
import { useDevicePosition } from './use-device-position.ts';

export interface PositionCardProps {
  readonly position: Position | undefined;
  readonly name: string;
  readonly onChange: (position: Position | undefined) => void;
}

/** The optional coordinates of a place. */
export function PositionCard({ position, name, onChange }: PositionCardProps) {
  const { t } = useTranslation('identity');
  const { finding, find } = useDevicePosition(onChange);
  if (position) {
    const { latitude, longitude, accuracyMetres } = position;
    return (
      <Card className={styles['found']}>
        <div className={styles['words']}>
          <div className={styles['position']}>{writePosition(position)}</div>
          {accuracyMetres === undefined ? null : (
            <div className={styles['text']}>{t('place.accuracy', { metres: accuracyMetres })}</div>
          )}
        </div>
        <ButtonLink
          tone="quiet"
          size="small"
          to={paths.openLocation.getHref({ latitude, longitude, name: name || undefined })}
        >
          {t('place.show')}
        </ButtonLink>
        <IconButton label={t('place.removePosition')} onClick={() => onChange(undefined)}>
          <Trash2 size={18} />
        </IconButton>
      </Card>
    );
  }
  return (
    <Card className={styles['card']}>
      <Button
        block
        tone="quiet"
        busy={finding === 'locating'}
        icon={<LocateFixed size={18} aria-hidden="true" />}
        onClick={find}
      >
        {finding === 'locating' ? t('place.locating') : t('place.position')}
      </Button>
      <output className={styles['text']}>
        {finding === 'denied' || finding === 'unavailable' ? t(`place.${finding}`) : t('place.positionText')}
      </output>
    </Card>
  );
}
