import { createInterface } from 'node:readline';
import { BLOCK_EVERY_S } from './local-chain-parts.ts';
import { localBitcoin } from './local-bitcoin.ts';
import { localBnb, localEthereum } from './local-ethereum.ts';

/**
 * `npm run chain [-- bitcoin|bnb] [PORT]`: Ethereum, the BNB Smart Chain, or a chain like Bitcoin. It prints how to start
 * the server with it, and reads commands: `usdt 25 0x…`, `bnb 0.1 0x…`, `btc 0.1 rltc1…`, `reorganise`, `stop`.
 */
const [first, second] = process.argv.slice(2);
const OTHERS = new Map([
  ['bitcoin', localBitcoin],
  ['bnb', localBnb],
]);
const other = OTHERS.get(first ?? '');
const port = other === undefined ? first : second;
const start = other ?? localEthereum;
const chain = await start(port === undefined ? undefined : Number(port));
const help = [...Object.values(chain.commands).map(command => command.example), 'stop'].join('   ');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

say(`A block every ${BLOCK_EVERY_S} seconds. In another terminal:`);
say('');
const settings = Object.entries({ ...chain.settings, DEPOSIT_POLL_MS: '1000' });
say(`  ${settings.map(([name, value]) => `${name}=${value}`).join(' \\\n    ')} npm start`);
say('');
say(`Then here: ${help}`);

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', amount = '', address = ''] = line.trim().split(/\s+/);
  if (word === 'stop') break;
  const command = Object.hasOwn(chain.commands, word) ? chain.commands[word] : undefined;
  try {
    say(command === undefined ? help : await command.run(amount, address));
  } catch (error) {
    say(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}
await chain.stop();
