import { readFileSync } from 'node:fs';
import { openCheckpoint } from './checkpoint.ts';
import { verifyTicks } from './price-log.ts';
import { keysOf, includes, continues, isEvidence } from './evidence.ts';
import { verifyOption } from './proof.ts';
const text = readFileSync(process.argv[2]!, 'utf8');
const out: string[] = []; let t = process.threadCpuUsage(); const lap = (n: string) => { const x = process.threadCpuUsage(t); out.push(n + ' ' + ((x.user + x.system) / 1000).toFixed(1)); t = process.threadCpuUsage(); };
const proof = JSON.parse(text); lap('json');
if (process.argv[3]) { verifyOption(proof); lap('all'); console.log(out.join('  ')); process.exit(); }
isEvidence(proof.log); lap('isEvidence');
verifyTicks(proof.log.range.ticks, { number: proof.receipt.chain_head.number, hash: proof.log.range.previous_hash }); lap('ticks');
const keys = keysOf(proof.log);
const a = openCheckpoint(proof.log.checkpoint.note, keys); lap('sig1');
const b = openCheckpoint(proof.log.earlier.checkpoint.note, keys); lap('sig2');
if (!a.ok || !b.ok) throw 1;
includes(a.checkpoint, proof.log.range.ticks.at(-1), proof.log.inclusion); continues(b.checkpoint, a.checkpoint, proof.log.earlier.consistency); lap('trees');
console.log(out.join('  '));
