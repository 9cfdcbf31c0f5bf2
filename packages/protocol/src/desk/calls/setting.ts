import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { platformSettings, settingName } from '../settings.ts';
import * as f from '../../fields.ts';

export const settingCalls = deskCallsOf({
  'GET desk/settings': {
    summary: 'Limits, fees, bank details, product lines and maintenance as they are in force',
    permission: 'setting.read',
    output: z.object(platformSettings),
  },
  'GET desk/setting_history': {
    summary: 'Earlier values of one setting, newest first',
    permission: 'setting.read',
    input: z.object({ name: settingName, limit: f.limit }),
    output: z.object({
      items: z.array(
        z.object({
          version: z.number(),
          value: z.unknown(),
          changed_by: z.string(),
          changed_at_ms: z.number(),
        }),
      ),
    }),
  },
  'POST desk/maintenance_start': {
    summary:
      'Close the customers’ calls at once. Opening again is a proposal of kind `setting`, confirmed by somebody else',
    permission: 'maintenance.start',
    input: z.object({ reason: platformSettings.maintenance.shape.reason }),
    output: platformSettings.maintenance,
    errors: ['nothing_changed'],
  },
});
