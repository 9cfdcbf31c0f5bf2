import type { WirePerpetualAlert } from '@tallystick/protocol/wire';
import { loadTexts, translate } from '#i18n/texts.ts';
import { formatAmount, formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { contractName } from '../model/contract.ts';

const TONES: Partial<Record<WirePerpetualAlert['kind'], 'good' | 'neutral'>> = {
  take_profit: 'good',
  topped_up: 'neutral',
  funding: 'neutral',
};

/** Shows a toast for an event the customer did not cause. Loaded, with its texts, at the first event. */
export async function announceAlert(alert: WirePerpetualAlert): Promise<void> {
  await loadTexts('perpetual');
  const direction = alert.direction === null ? '' : `${translate(`perpetual:direction.${alert.direction}`)} `;
  const sign = alert.amount === null || alert.amount.startsWith('-') ? '' : '+';
  const text = translate(`perpetual:news.${alert.kind}`, {
    position: `${direction}${contractName(alert)}`,
    price: formatDecimal(alert.mark_price),
    liquidation: formatDecimal(alert.liquidation_price),
    amount: `${sign}${formatAmount(alert.amount, 2)} USDT`,
  });
  const tone = TONES[alert.kind] ?? 'bad';
  showToast(text, tone);
}
