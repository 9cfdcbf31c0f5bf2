import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh } from '@scure/btc-signer';
import { BTC } from '@tallystick/protocol/currency-ids';
import { readEntry } from '@tallystick/verify/public-log/entry';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { formatOf } from '@tallystick/verify/reserves/signed-message';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOfScript } from '../../chains/addresses/bitcoin-script.ts';
import { PARAMETERS } from '../../chains/testing/bitcoin-world.ts';
import { findLitecoind, Litecoind } from '../../chains/testing/litecoind.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { auditPoint } from './testing/audit-point.ts';
import { signBip322 } from './testing/sign-bip322.ts';
import { signedFile } from './testing/signed-file.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

/** What the operator's signer holds, and the server does not. */
const HOT_KEY = new Uint8Array(32).fill(0x42);
const HOT_SCRIPT = p2wpkh(secp256k1.getPublicKey(HOT_KEY)).script;
const HOT = addressOfScript(HOT_SCRIPT, PARAMETERS)!;

describe.skipIf(skipped !== '')(`reserves in BTC, on a real node${skipped}`, () => {
  let node: Litecoind;
  let server: TestServer;
  let desk: TestDesk;
  let cold: string;

  beforeAll(async () => {
    node = await Litecoind.start();
    cold = await node.address('legacy');
    server = await TestServer.start({
      chains: {
        DEPOSIT_RPC_BTC: [node.url],
        DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
        CUSTODY_HOT_BTC: HOT,
        CUSTODY_COLD_BTC: [cold],
      },
    });
    const { settings, money } = server.services;
    const minimumMinor = minimumOfDeposits({ settings, exchange: server.engine.exchange });
    const [watcher] = server.chains.watch({ sink: money.sink, minimumMinor }).watchers;
    desk = await TestDesk.open(server, 'accountant', 'ann');
    const look = async (): Promise<void> => {
      await node.mine();
      await watcher!.tick();
      await server.services.custody.turn();
    };
    // What lay there before the first look is not counted.
    await look();
    await node.pay({ [HOT]: '0.5', [cold]: '2' });
    await look();
  });
  afterAll(async () => {
    await server?.close();
    await node?.stop();
  });

  const signatureBy = (address: string, message: string): string | Promise<string> =>
    address === HOT
      ? signBip322(HOT_KEY, HOT_SCRIPT, message)
      : node.rpc.ask(z.string(), 'signmessage', [address, message]);

  it('both are signed: BIP-322 by a segwit key, and by the node’s own signmessage', async () => {
    const { content } = await desk.call('GET desk/reserve_messages', {});
    const file = await signedFile(content, ({ address, message }) => signatureBy(address, message));
    expect(await desk.call('POST desk/reserve_signatures', { content: file })).toEqual({
      imported: 2,
      faults: [],
    });
    const owed = [{ currencyId: BTC, code: 'BTC', decimals: 8, totalMinor: 240_000_000n }];
    await auditPoint(server.database.pool, 1, server.clock.nowMs, owed);
    await server.services.reserves.publish();
    const { published } = await server.call('GET reserves/newest', {});
    const { assets } = readEntry(Buffer.from(published!.reserves.entry))!.body as RecordBody<'reserves'>;
    expect(
      assets.map(({ amount, proof, place, address, format }) => [amount, proof, place, address, format]),
    ).toEqual([
      ['200000000', 'signed', 'cold', cold, 'bitcoin-message'],
      ['50000000', 'signed', 'hot', HOT, 'bip322'],
    ]);
    for (const { address, message, signature, format } of assets) {
      expect(formatOf(address!, message!, signature!)).toBe(format);
    }
  });

  it('one address cannot sign for the other, and an address that nobody looks at is not taken', async () => {
    const { content } = await desk.call('GET desk/reserve_messages', {});
    const crossed = await signedFile(content, ({ address, message }) =>
      signatureBy(address === HOT ? cold : HOT, message),
    );
    const { imported, faults } = await desk.call('POST desk/reserve_signatures', { content: crossed });
    expect(imported).toBe(0);
    expect(faults.map(({ code }) => code)).toEqual(['signature', 'signature']);
    const other = await node.address('legacy');
    const asked = await desk.call('GET desk/reserve_messages', { network: 'OMNI', address: other });
    const file = await signedFile(asked.content, ({ address, message }) => signatureBy(address, message));
    expect((await desk.call('POST desk/reserve_signatures', { content: file })).faults).toMatchObject([
      { code: 'network', found: other },
    ]);
  });
});
