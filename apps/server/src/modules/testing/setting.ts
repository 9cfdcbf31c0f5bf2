import type { PlatformSettingName, PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import { inTransaction } from '../../database/transaction.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Sets a value as if two operators had agreed on it. */
export async function changeSetting<Name extends PlatformSettingName>(
  server: TestServer,
  name: Name,
  value: PlatformSettingValue<Name>,
): Promise<void> {
  const { settings } = server.services;
  await inTransaction(server.database.pool, client =>
    settings.write(client, name, value, 'test', server.clock.nowMs),
  );
  await settings.reload();
}
