import { useCallback } from 'react';
import { PictureUpload, type PictureUploadProps } from '#features/pictures/components/picture-upload.tsx';

type Dispatch = (action: {
  readonly type: 'picture';
  readonly place: number;
  readonly pictureId: number | undefined;
}) => void;

/** A picture for support, attached to the message being written. */
export function SupportPicture({
  place,
  label,
  dispatch,
  send,
}: {
  readonly place: number;
  readonly label: string;
  readonly dispatch: Dispatch;
  readonly send?: PictureUploadProps['send'];
}) {
  const onChange = useCallback(
    (pictureId: number | undefined) => dispatch({ type: 'picture', place, pictureId }),
    [dispatch, place],
  );
  return <PictureUpload kind="support" label={label} onChange={onChange} send={send} />;
}
