import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coinColour, INK, isWellKnown, madeMark } from './coin-mark.ts';

/** Every coin of cryptocurrency-icons, as a list of what exchanges have listed, and the demo's own. */
const LISTED = `
  0XBTC 1INCH 2GIVE AAVE ABT ACT ACTN ADA ADD ADX AE AEON AEUR AGI AGRS AION ALGO AMB AMP AMPL ANKR ANT APE
  APPC ARDR ARG ARK ARN ARNX ARY AST ATLAS ATM ATOM AUDR AURY AUTO AVAX AYWA BAB BAL BAND BAT BAY BCBC BCC
  BCD BCH BCIO BCN BCO BCPT BDL BEAM BELA BIX BLCN BLK BLOCK BLZ BNB BNT BNTY BOOTY BOS BPT BQ BRD BSD BSV
  BTC BTCD BTCH BTCP BTCZ BTDX BTG BTM BTS BTT BTX BURST BZE CALL CC CDN CDT CHAIN CHAT CHIPS CHSB CHZ CIX
  CLAM CLOAK CMM CMT CND CNX CNY COB COLX COMP COQUI CRED CRPT CRV CRW CS CTR CTXC CVC D DAI DASH DAT DATA
  DBC DCN DCR DEEZ DENT DEW DGB DGD DLT DNT DOCK DOGE DOT DRGN DROP DTA DTH DTR EBST ECA EDG EDO EDOGE ELA
  ELEC ELF ELIX ELLA EMB EMC EMC2 ENG ENJ ENTRP EON EOP EOS EQLI EQUA ETC ETH ETHOS ETN ETP EUR EVX EXMO EXP
  FAIR FCT FIDA FIL FJC FLDC FLO FLUX FSN FTC FUEL FUN GAME GAS GBP GBX GBYTE GENERIC GIN GLXT GMR GMT GNO
  GNT GOLD GRC GRIN GRS GRT GSC GTO GUP GUSD GVT GXS GZR HIGHT HNS HODL HOT HPB HSR HT HTML HUC HUSD HUSH
  ICN ICP ICX IGNIS ILK INK INS ION IOP IOST IOTX IQ ITC JNT JPY KCS KIN KLOWN KMD KNC KRB KSM LBC LEND LEO
  LINK LKK LOOM LPT LRC LSK LTC LUN MAID MANA MATIC MAX MCAP MCO MDA MDS MED MEETONE MFT MIOTA MITH MKR MLN
  MNX MNZ MOAC MOD MONA MSR MTH MTL MUSIC MZC NANO NAS NAV NCASH NDZ NEBL NEO NEOS NEU NEXO NGC NIO NKN NLC2
  NLG NMC NMR NPXS NTBC NULS NXS NXT OAX OK OMG OMNI ONE ONG ONT OOT OST OX OXT OXY PART PASC PASL PAX PAXG
  PAY PAYX PINK PIRL PIVX PLR POA POE POLIS POLY POT POWR PPC PPP PPT PRE PRL PUNGO PURA QASH QIWI QLC QNT
  QRL QSP QTUM R RADS RAP RAY RCN RDD RDN REN REP REPV2 REQ RHOC RIC RISE RLC RPX RUB RVN RYO SAFE SAFEMOON
  SAI SALT SAN SAND SBD SBERBANK SC SER SHIFT SIB SIN SKL SKY SLR SLS SMART SNGLS SNM SNT SNX SOC SOL
  SPACEHBIT SPANK SPHTX SRN STAK START STEEM STORJ STORM STOX STQ STRAT STX SUB SUMO SUSHI SYS TAAS TAU TBX
  TEL TEN TERN TGCH THETA TIX TKN TKS TNB TNC TNT TOMO TPAY TRIG TRTL TRX TUSD TZC UBQ UMA UNI UNITY USD
  USDC USDT UTK VERI VET VIA VIB VIBE VIVO VRC VRSC VTC VTHO WABI WAN WAVES WAX WBTC WGR WICC WINGS WPR WTC
  X XAS XBC XBP XBY XCP XDN XEM XIN XLM XMCC XMG XMO XMR XMY XP XPA XPM XPR XRP XSG XTZ XUC XVC XVG XZC YFI
  YOYOW ZCL ZEC ZEL ZEN ZEST ZIL ZILLA ZRX
  AURA LUMA`
  .trim()
  .split(/\s+/);

/** Letters that are taken for one another at the size of a mark. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[0DQ]/g, 'O'],
  [/[1L]/g, 'I'],
  [/5/g, 'S'],
  [/8/g, 'B'],
  [/2/g, 'Z'],
];

/** Two marks look alike if letters, plate and colour do; hues are an eighth of the circle apart. */
function lookOf(symbol: string): string {
  const { letters, plate, isInverse, hue } = madeMark(symbol);
  const read = ALIKE.reduce((text, [letter, taken]) => text.replace(letter, taken), letters);
  return [read, plate, isInverse, hue].join(' ');
}

const twins = (symbols: readonly string[]): string[][] =>
  [...Map.groupBy(symbols, lookOf).values()].filter(same => same.length > 1);

describe('a coin’s mark', () => {
  it('is the same for the same symbol, however it is written', () => {
    expect(madeMark('LUMA')).toEqual(madeMark('LUMA'));
    expect(madeMark('luma')).toEqual(madeMark('LUMA'));
    expect(madeMark('LUMA').letters).toBe('LU');
  });

  it('is like no other among all coins that exchanges list', () => {
    expect(LISTED.length).toBeGreaterThan(480);
    expect(twins(LISTED)).toEqual([]);
  });

  it('is rarely like another one of the same letters, whatever an operator calls them', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const same = letters.flatMap(third => letters.map(fourth => `LU${third}${fourth}`));
    const looks = Map.groupBy(same, lookOf);
    const pairs = (count: number) => (count * (count - 1)) / 2;
    const alike = [...looks.values()].reduce((sum, { length }) => sum + pairs(length), 0);
    // Of 96 looks, one pair in 96 is expected to share one.
    expect(alike / pairs(same.length)).toBeLessThan(1 / 70);
    expect(looks.size).toBe(96);
  });

  it('is its own where the coin is well known, in a colour of its own', () => {
    const marks = readFileSync(path.join(import.meta.dirname, 'coin-marks.svg'), 'utf8');
    const known = [...marks.matchAll(/<view id="(\w+)"/g)].map(([, symbol = '']) => symbol);
    expect(marks).toContain(`fill="${INK}"`);
    expect(known.filter(symbol => !isWellKnown(symbol))).toEqual([]);
    expect(LISTED.filter(isWellKnown).toSorted()).toEqual(known.toSorted());
    expect(new Set(known.map(coinColour)).size).toBe(known.length);
  });
});
