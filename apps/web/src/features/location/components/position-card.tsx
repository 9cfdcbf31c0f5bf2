import { LocateFixed, Trash2 } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { writePosition, type Position } from '../model/place.ts';
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
      <Card className="row-2">
        <div className="grow">
          <div className="break-anywhere weight-600">{writePosition(position)}</div>
          {accuracyMetres === undefined ? null : (
            <div className="block quiet text-12">{t('place.accuracy', { metres: accuracyMetres })}</div>
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
    <Card className="stack-2">
      <Button
        block
        tone="quiet"
        busy={finding === 'locating'}
        icon={<LocateFixed size={18} aria-hidden="true" />}
        onClick={find}
      >
        {finding === 'locating' ? t('place.locating') : t('place.position')}
      </Button>
      <output className="block quiet text-12">
        {finding === 'denied' || finding === 'unavailable' ? t(`place.${finding}`) : t('place.positionText')}
      </output>
    </Card>
  );
}
