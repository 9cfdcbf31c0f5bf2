import { DAY_MS } from '@tallystick/core/durations';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { LaunchOfferChange } from '../modules/launch/config.ts';

const COMMON = {
  decimals: 6,
  quote_currency_id: USDT,
  min_notional: '5',
  maker_fee_percent: '0.1',
  taker_fee_percent: '0.1',
  price_band_percent: '10',
} as const;

/**
 * Three offers of currencies that exist only in this demo: one sold out and launched at once, one open, one upcoming.
 * `btcRate`: the open offer's rate of a bitcoin in USDT; without it, that offer is left out.
 */
export function demoOffers(nowMs: number, btcRate: string | null): readonly LaunchOfferChange[] {
  return allOffers(nowMs, btcRate ?? '').filter(
    ({ accepted }) => btcRate !== null || accepted.every(one => one.currency_id !== BTC),
  );
}

function allOffers(nowMs: number, btcRate: string): readonly LaunchOfferChange[] {
  const lumaStart = nowMs + 2_000;
  const auraStart = nowMs + 3_000;
  const novaStart = nowMs + 2 * DAY_MS;
  return [
    {
      ...COMMON,
      offer_id: 1,
      currency_id: 101,
      market_id: 101,
      code: 'LUMA',
      name: 'Luma',
      tick_size: '0.0001',
      lot_size: '0.1',
      issue_price: '0.5',
      supply: '24000',
      mode: 'first_come',
      minimum: '50',
      cap: '3000',
      accepted: [{ currency_id: USDT, rate: '1' }],
      start_ms: lumaStart,
      close_ms: lumaStart + 30_000,
      launch_ms: lumaStart + 40_000,
      releases: [
        { after_ms: 0, percent: '50' },
        { after_ms: 7 * DAY_MS, percent: '25' },
        { after_ms: 14 * DAY_MS, percent: '25' },
      ],
      about: {
        en: 'Luma is a currency of this demo. It shows what an offer looks like that was sold out and now trades.',
        zh: 'Luma 是本演示环境中的币种，展示已售罄并已上线交易的申购项目。',
        hk: 'Luma 是本示範環境中的幣種，展示已售罄並已上線交易的申購項目。',
        jp: 'Luma はこのデモだけの通貨です。完売して取引が始まった募集の例です。',
        kr: 'Luma는 이 데모에만 있는 통화로, 매진 후 거래 중인 청약의 예입니다.',
        esp: 'Luma es una moneda de esta demo. Muestra una oferta que se agotó y ya cotiza.',
        th: 'Luma เป็นสกุลเงินของเดโมนี้ แสดงตัวอย่างการจองซื้อที่ขายหมดและเริ่มซื้อขายแล้ว',
        yn: 'Luma là đồng tiền của bản demo này, minh họa một đợt đã bán hết và đang giao dịch.',
      },
    },
    {
      ...COMMON,
      offer_id: 2,
      currency_id: 102,
      market_id: 102,
      code: 'AURA',
      name: 'Aura',
      tick_size: '0.0001',
      lot_size: '0.1',
      issue_price: '0.25',
      supply: '48000',
      mode: 'pro_rata',
      minimum: '50',
      cap: '8000',
      accepted: [
        { currency_id: USDT, rate: '1' },
        { currency_id: BTC, rate: btcRate },
      ],
      start_ms: auraStart,
      close_ms: auraStart + 3 * DAY_MS,
      launch_ms: auraStart + 4 * DAY_MS,
      releases: [
        { after_ms: 0, percent: '40' },
        { after_ms: 30 * DAY_MS, percent: '30' },
        { after_ms: 60 * DAY_MS, percent: '30' },
      ],
      about: {
        en: 'Aura is a currency of this demo. Everybody shares in proportion to what they committed, up to a cap.',
        zh: 'Aura 是本演示环境中的币种，按申购金额比例分配，每人设有上限。',
        hk: 'Aura 是本示範環境中的幣種，按申購金額比例分配，每人設有上限。',
        jp: 'Aura はこのデモだけの通貨です。申込額に応じて、上限まで按分されます。',
        kr: 'Aura는 이 데모에만 있는 통화로, 청약 금액에 비례해 한도까지 배정됩니다.',
        esp: 'Aura es una moneda de esta demo. Cada cual recibe en proporción a lo comprometido, hasta un tope.',
        th: 'Aura เป็นสกุลเงินของเดโมนี้ จัดสรรตามสัดส่วนยอดจอง โดยมีเพดานต่อคน',
        yn: 'Aura là đồng tiền của bản demo này, phân bổ theo tỷ lệ cam kết, có mức trần mỗi người.',
      },
    },
    {
      ...COMMON,
      offer_id: 3,
      currency_id: 103,
      market_id: 103,
      code: 'NOVA',
      name: 'Nova',
      tick_size: '0.001',
      lot_size: '0.01',
      issue_price: '1.2',
      supply: '20000',
      mode: 'pro_rata',
      minimum: '100',
      cap: '2500',
      accepted: [{ currency_id: USDT, rate: '1' }],
      start_ms: novaStart,
      close_ms: novaStart + 2 * DAY_MS,
      launch_ms: novaStart + 3 * DAY_MS,
      releases: [
        { after_ms: 7 * DAY_MS, percent: '50' },
        { after_ms: 37 * DAY_MS, percent: '50' },
      ],
      about: {
        en: 'Nova is a currency of this demo. Its subscription starts in two days; nothing is released for a week.',
        zh: 'Nova 是本演示环境中的币种，两天后开始申购，上线后锁仓一周。',
        hk: 'Nova 是本示範環境中的幣種，兩天後開始申購，上線後鎖倉一週。',
        jp: 'Nova はこのデモだけの通貨です。申込は 2 日後に始まり、上場後 1 週間はロックされます。',
        kr: 'Nova는 이 데모에만 있는 통화로, 이틀 뒤 청약을 시작하며 상장 후 1주일간 잠깁니다.',
        esp: 'Nova es una moneda de esta demo. La suscripción empieza en dos días; nada se libera en una semana.',
        th: 'Nova เป็นสกุลเงินของเดโมนี้ เปิดจองในอีกสองวัน และล็อกไว้หนึ่งสัปดาห์หลังเปิดซื้อขาย',
        yn: 'Nova là đồng tiền của bản demo này, mở đăng ký sau hai ngày và khóa một tuần sau khi niêm yết.',
      },
    },
  ];
}

/** What each demo trader commits to an offer, in USDT: more than the supply, unless it is first come. */
export function demoCommitment(offerId: number, trader: number): string {
  return offerId === 1 ? '1500' : String(3_000 + trader * 1_000);
}
