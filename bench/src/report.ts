/** One measured figure. `goal` and `met` are null if it has no goal. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number | null;
  readonly better: 'higher' | 'lower';
  readonly met: boolean | null;
}

export function goalRow(name: string, value: number, unit: string, goal: number, better: Row['better']): Row {
  return { name, value, unit, goal, better, met: better === 'higher' ? value >= goal : value <= goal };
}

export function infoRow(name: string, value: number, unit: string, better: Row['better']): Row {
  return { name, value, unit, goal: null, better, met: null };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('no values');
  return sorted.length % 2 === 1 ? upper : (upper + sorted[middle - 1]!) / 2;
}

const wantsJson = (): boolean => process.argv.includes('--json');

/** Prints progress to standard error, so that standard output holds only the report. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints the rows and `notes`: a table, or with `--json` one JSON array of the rows and nothing else. */
export function report(rows: readonly Row[], notes: readonly string[] = []): void {
  process.stdout.write(wantsJson() ? `${JSON.stringify(rows)}\n` : `${table(rows)}\n${notes.join('\n')}\n`);
}

function table(rows: readonly Row[]): string {
  const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  const cells = rows.map(row => [
    row.name,
    number.format(row.value),
    row.unit,
    row.goal === null ? '' : `${row.better === 'higher' ? '≥' : '≤'} ${number.format(row.goal)}`,
    row.met === null ? '' : row.met ? 'met' : 'MISSED',
  ]);
  const lines = [['name', 'value', 'unit', 'goal', ''], ...cells];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)));
  return lines
    .map(line =>
      line
        .map((cell, column) => (column === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[column]!)))
        .join('  '),
    )
    .map(line => line.trimEnd())
    .join('\n');
}
