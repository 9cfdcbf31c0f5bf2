import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput, WireHolding } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { serverClock } from '#lib/server-clock.ts';
import { currentSession, useSession } from '#lib/session.ts';
import { keepNames, keepShown } from '#lib/shown-balances.ts';
import { balancesTopic } from '#realtime/topics.ts';
import { heldIn } from '../model/balances.ts';
import { patchWallet, type Account, type WalletView } from '../model/wallet.ts';

/** Refetch interval while shown. Amounts come over the socket at once, but worths change with prices. */
const REVALUE_MS = 10_000;
/** Delay of the refetch after a change, so that a burst of fills causes only one. */
const SETTLE_MS = 1_200;

const WALLET_KEY = ['wallet/list'] as const;
export const LEDGER_KEY = 'wallet/legal_log';
export const TRANSFERS_KEY = 'wallet/hzhistory';
const DETAIL_KEY = 'wallet/detail';

/** Refetches all balance data: what is on screen now, the rest when it is next shown. */
export async function refreshWallet(client: QueryClient): Promise<void> {
  const keys = [WALLET_KEY[0], DETAIL_KEY, LEDGER_KEY, TRANSFERS_KEY];
  await Promise.all(keys.map(key => client.invalidateQueries({ queryKey: [key] })));
}

const walletQuery = callQuery('POST wallet/list', {}, WALLET_KEY);

/** The four accounts; not fetched for visitors. */
export function useWallet() {
  const isCustomer = useSession() !== undefined;
  const wallet = useQuery({ ...walletQuery, enabled: isCustomer, refetchInterval: REVALUE_MS });
  const { data, dataUpdatedAt, isPlaceholderData } = wallet;
  useEffect(() => {
    const user = currentSession()?.user;
    // Also when the same was fetched again: it is on screen at this moment, too.
    if (!data || dataUpdatedAt === 0 || user === undefined || isPlaceholderData) return;
    keepNames(
      user.id,
      [user.email, user.phone].filter(name => typeof name === 'string'),
    );
    keepShown(user.id, heldIn(data), serverClock.now());
  }, [data, dataUpdatedAt, isPlaceholderData]);
  return wallet;
}

function applyHoldings(client: QueryClient, holdings: Iterable<WireHolding>): boolean {
  const before = client.getQueryData<WalletView>(WALLET_KEY);
  if (!before) return false;
  const after = patchWallet(before, holdings);
  if (after === before) return false;
  client.setQueryData(WALLET_KEY, after);
  return true;
}

/** Keeps the wallet in the query cache current with the socket while the page is open. */
export function useLiveBalances(): void {
  const client = useQueryClient();
  const isCustomer = useSession() !== undefined;
  useEffect(() => {
    if (!isCustomer) return;
    const store = balancesTopic();
    let settle: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const holdings = store.read();
      if (!holdings || !applyHoldings(client, holdings.values())) return;
      settle ??= setTimeout(() => {
        settle = undefined;
        void refreshWallet(client);
      }, SETTLE_MS);
    };
    look();
    const stop = store.watch(look);
    return () => {
      stop();
      clearTimeout(settle);
    };
  }, [client, isCustomer]);
}

/** One balance and everything that holds its frozen part. */
export function useBalanceDetail(account: Account, currencyId: number) {
  return useQuery(
    callQuery('POST wallet/detail', { account, currency_id: currencyId }, [DETAIL_KEY, account, currencyId]),
  );
}

type TransferOutcome = CallOutput<'POST wallet/change'>;

/** Applies a transfer's new balances at once, and refetches the rest of the wallet. */
export function applyTransfer({ balances }: TransferOutcome): void {
  const holdings = balances.map(({ account, currency, available, frozen }) => ({
    ...{ account, currency_id: currency.id, available, frozen },
  }));
  applyHoldings(queryClient, holdings);
  void refreshWallet(queryClient);
}

export const FAUCET_KEY = ['wallet/faucet'] as const;
export type FaucetState = CallOutput<'GET wallet/faucet'>;

/** What the demo's faucet gives, and when. */
export function useFaucet(enabled: boolean) {
  const isCustomer = useSession() !== undefined;
  return useQuery({
    ...callQuery('GET wallet/faucet', {}, FAUCET_KEY),
    enabled: enabled && isCustomer,
    staleTime: 5 * 60_000,
  });
}

export async function claimFaucet(idempotencyKey: string): Promise<FaucetState> {
  const claimed = await callApi('POST wallet/faucet', {}, { idempotencyKey });
  queryClient.setQueryData<FaucetState>(FAUCET_KEY, claimed);
  void refreshWallet(queryClient);
  return claimed;
}
