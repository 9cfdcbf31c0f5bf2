import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import { defineModule } from '../../module/module.ts';
import type { ScreeningProvider } from '../../screening/provider.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { Vault } from '../../vault/vault.ts';
import { ViewAudit } from '../../queue/view-audit.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Valuation } from '../market/valuation.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { Pictures } from '../pictures/service.ts';
import { Cases } from './cases.ts';
import { SourceOfFunds } from './funds.ts';
import { IdentityGates } from './gates.ts';
import { monitor } from './monitor/monitor.ts';
import { ComplianceQueue } from './queue.ts';
import { CaseReports } from './report.ts';
import { registerComplianceCalls, registerComplianceDeskCalls } from './routes.ts';
import { CustomerScreening } from './screening.ts';
import { isHeld } from './store.ts';

export interface ComplianceOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly screening: ScreeningProvider;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly pictures: Pictures;
  readonly news: CustomerNews;
  readonly audit: AuditLog;
  readonly valuation: Pick<Valuation, 'value'>;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  readonly certainNow: () => number;
}

/** Screening and monitoring of customers, and what people decide about what they find. */
export function createCompliance(options: ComplianceOptions) {
  const cases = new Cases(options);
  const screening = new CustomerScreening({ ...options, cases });
  const gates = new IdentityGates({ ...options, screening, cases });
  const funds = new SourceOfFunds(options);
  const viewed = new ViewAudit(options);
  const reports = new CaseReports(options);
  return defineModule({
    name: 'compliance',
    gates,
    /** Compares some of those with the lists who were not compared with them as they are now. */
    screenCustomers: () => screening.turn(),
    /** What withdrawals and deposits ask. */
    checks: {
      refuseHeld: (db: Parameters<Cases['refuseHeld']>[0], id: number) => cases.refuseHeld(db, id),
      isHeld,
      refuseUnanswered: (db: Parameters<Cases['refuseHeld']>[0], id: number) =>
        funds.refuseUnanswered(db, id),
      address: screening.address.bind(screening),
      addressSeen: screening.addressSeen.bind(screening),
      others: screening.others.bind(screening),
      othersSeen: screening.othersSeen.bind(screening),
    },
    queues: [new ComplianceQueue({ ...options, cases })],
    calls: register => registerComplianceCalls(register, funds),
    deskCalls: register => registerComplianceDeskCalls(register, { ...options, reports, viewed }),
    subscriptions: feed => feed.subscribe(monitor({ ...options, cases })),
    finishLeft: () => screening.turn(),
  });
}

export type ComplianceChecks = ReturnType<typeof createCompliance>['checks'];
