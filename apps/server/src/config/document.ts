import { DEFINITIONS } from './definitions.ts';

/** The content of docs/settings.md. `node scripts/run.mjs apps/server/src/config/write-document.ts` writes it. */
export function settingsDocument(): string {
  const lines = [
    '# Settings',
    '',
    'Read from the environment and checked at the start; a wrong value is named and nothing starts. This page is made from `apps/server/src/config/definitions.ts`.',
  ];
  let group = '';
  for (const [name, definition] of Object.entries(DEFINITIONS)) {
    if (definition.group !== group) {
      group = definition.group;
      lines.push('', `## ${group}`, '', '| Variable | Default | Meaning |', '| --- | --- | --- |');
    }
    const fallback = !definition.fallback ? '' : `\`${definition.fallback}\``;
    lines.push(`| \`${name}\` | ${fallback} | ${definition.help.replaceAll('|', '\\|')} |`);
  }
  lines.push(
    '',
    '## Live mode',
    '',
    '`MODE=live` refuses to start, naming all that is missing, without `DATABASE_URL`, `FEED=ccxt:…` with three exchanges or more, `SMTP_URL`, `MAIL_FROM`, `SMS_URL`, `SMS_TOKEN`, the three `DEPOSIT_XPUB_…` (extended public keys only), `SCREENING_LISTS`, `SECRET_KEY`, `DATA_KEY` and an https `PUBLIC_URL`.',
    '',
  );
  return lines.join('\n');
}
