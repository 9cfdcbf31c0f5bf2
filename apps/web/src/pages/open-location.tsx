import { Copy, MapPinOff } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { Globe } from '#features/location/components/globe.tsx';
import styles from '#features/location/components/open-location.module.css';
import { geoHref, mapHref, positionOf, writePosition } from '#features/location/model/place.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

const MAX_NAME_LENGTH = 120;

/** Shows a place with a link to maps. The address is not trusted: only valid coordinates are used. */
export function Page() {
  const { t } = useTranslation(['identity', 'common']);
  const [search] = useSearchParams();
  const position = positionOf(search.get('latitude'), search.get('longitude'));
  const name = (search.get('name') ?? '').slice(0, MAX_NAME_LENGTH);
  if (!position) {
    return (
      <Frame title={t('place.shown')} width="narrow">
        <EmptyState icon={<MapPinOff size={26} strokeWidth={1.6} />} title={t('place.noneTitle')}>
          {t('place.noneText')}
        </EmptyState>
      </Frame>
    );
  }
  const copy = async () => {
    const done = await copyText(writePosition(position));
    showToast(t(done ? 'common:states.copied' : 'common:states.copyFailed'), done ? 'good' : 'bad');
  };
  return (
    <Frame title={name || t('place.shown')} width="narrow">
      <div className="stack-4">
        <Globe position={position} />
        <Card className="row-2 between">
          <div>
            <div className="quiet text-12">{t('place.coordinates')}</div>
            <div className={styles['position']}>{writePosition(position)}</div>
          </div>
          <IconButton label={t('place.copy')} onClick={() => void copy()}>
            <Copy size={18} />
          </IconButton>
        </Card>
        <a className={styles['map']} href={mapHref(position)} target="_blank" rel="noreferrer noopener">
          {t('place.openMaps')}
        </a>
        <a className={styles['app']} href={geoHref(position)}>
          {t('place.openApp')}
        </a>
      </div>
    </Frame>
  );
}
