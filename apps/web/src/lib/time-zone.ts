/** The customer's choice of a time zone: as the device, or an IANA name. */
export const DEVICE_ZONE = 'device';

/** Whether this browser knows the zone. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Unknown names are answered by an error.
    return false;
  }
}
