import type { Translate } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import type { Problem } from '../model/validate.ts';

/** The text of a problem, with amounts in the format of the customer's language. */
export function problemText({ code, params }: Problem, t: Translate<'perpetual'>): string {
  const { currency, side, multiple, ...figures } = params;
  const written = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const text = formatDecimal(value);
      const isAmount = currency !== undefined && (name === 'available' || name === 'most');
      return [name, isAmount ? `${text} ${currency}` : text];
    }),
  );
  return t(`problem.${code}`, {
    ...written,
    ...(side ? { side: t(`problem.${side}`) } : {}),
    ...(multiple ? { multiple } : {}),
  });
}
