import { defineModule } from '../../module/module.ts';
import { ViewAudit } from '../../queue/view-audit.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import { OwnData, type OwnDataOptions } from './service.ts';

export interface OwnDataModuleOptions extends Omit<OwnDataOptions, 'audit'> {
  readonly audit: AuditLog;
}

/** What is kept about customers, for them to take along, and its end. */
export function createOwnData(options: OwnDataModuleOptions) {
  const service = new OwnData(options);
  const viewed = new ViewAudit(options);
  return defineModule({
    name: 'own-data',
    service,
    calls(register) {
      register('GET user/own_data', (_input, { session }) => ({
        chunks: service.file(session.customerId),
        contentType: 'application/json; charset=utf-8',
        fileName: `tallystick-${session.customerId}.json`,
      }));
      register('POST user/close_account', async ({ password }, { session }) => {
        const { keptUntilMs } = await service.close(session, password);
        return { closed: true, kept_until_ms: keptUntilMs };
      });
    },
    deskCalls(register) {
      register('GET desk/customer_data', async ({ customer_id: customerId }, { operator }) => {
        const chunks = await service.fileOfDesk(customerId);
        await viewed.write(operator, {
          action: 'customer.data',
          subject: `customer:${customerId}`,
          after: null,
        });
        return {
          chunks,
          contentType: 'application/json; charset=utf-8',
          fileName: `customer-${customerId}.json`,
        };
      });
    },
    finishLeft: () => service.finishLeft(),
    forgetOld: () => service.forgetOld(),
  });
}
