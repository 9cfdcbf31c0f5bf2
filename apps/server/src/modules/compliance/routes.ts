import type { RegisterCall } from '../../http/call-router.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import type { ScreeningProvider } from '../../screening/provider.ts';
import type { ViewAudit } from '../../queue/view-audit.ts';
import type { SourceOfFunds } from './funds.ts';
import type { CaseReports } from './report.ts';
import { readAnswer, wireFunds } from './wire.ts';

export function registerComplianceCalls(register: RegisterCall, funds: SourceOfFunds): void {
  register('GET user/source_of_funds', async (_input, { session }) =>
    wireFunds(await funds.state(session.customerId)),
  );
  register('POST user/source_of_funds', async (input, { session }) =>
    wireFunds(await funds.answer(session.customerId, readAnswer(input))),
  );
}

export function registerComplianceDeskCalls(
  register: RegisterDeskCall,
  {
    screening,
    reports,
    viewed,
  }: {
    readonly screening: ScreeningProvider;
    readonly reports: CaseReports;
    readonly viewed: Pick<ViewAudit, 'write'>;
  },
): void {
  register('GET desk/screening_lists', async () => ({
    version: await screening.version(),
    items: [...(await screening.lists())],
  }));
  register('GET desk/case_report', async ({ id, format }, { operator }) => {
    const { fileName, contentType, bytes } = await reports.write(id, format);
    const entry = { action: 'compliance.report', subject: `compliance:${id}`, after: { format } };
    await viewed.write(operator, entry);
    return { file_name: fileName, content_type: contentType, base64: bytes.toString('base64') };
  });
}
