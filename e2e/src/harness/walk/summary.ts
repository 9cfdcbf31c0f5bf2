import type { Fault } from './walker.ts';

/** Faults by page, each once with the places where it occurred: `en 320 customer`. */
export function summary(faults: readonly Fault[], visits: number): string {
  const lines = [...Map.groupBy(faults, ({ visit }) => visit.route)].flatMap(([route, ofRoute]) => [
    `\n${route}`,
    ...[...Map.groupBy(ofRoute, ({ text }) => text)].map(
      ([text, same]) => `  ${text}\n    ${same.map(({ visit }) => placeOf(visit)).join(', ')}`,
    ),
  ]);
  const pages = new Set(faults.map(({ visit }) => visit.route)).size;
  const end = faults.length === 0 ? 'no fault' : `${faults.length} faults on ${pages} pages`;
  return `${lines.join('\n')}\n${visits} visits, ${end}\n`;
}

export const placeOf = ({ language, width, who }: Fault['visit']): string => `${language} ${width} ${who}`;
