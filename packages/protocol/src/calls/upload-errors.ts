/** Why a picture that is sent in is refused, wherever it is for. */
export const UPLOAD_ERRORS = [
  'file_missing',
  'file_too_large',
  'file_not_a_picture',
  'picture_animated',
  'picture_has_extra_data',
  'picture_too_many_pixels',
  'picture_too_small',
  'picture_too_many',
  'picture_unavailable',
] as const;
