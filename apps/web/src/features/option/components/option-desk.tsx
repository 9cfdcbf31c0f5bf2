import { useState, type ReactNode } from 'react';
import type { WireCurrency, WireMarket, WireOption } from '@tallystick/protocol/wire';
import { useCountdown } from '#realtime/use-countdown.ts';
import { ErrorState } from '#ui/states.tsx';
import { usePayable, useTerms } from '../api/options.ts';
import type { OwnLimits } from '../model/ticket.ts';
import { changeOptionPreferences, useOptionPreferences } from '../model/preferences-store.ts';
import { Doubts } from './doubts.tsx';
import { ExplainSheet } from './explain-sheet.tsx';
import { FundOffer } from './fund-offer.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { OptionChart } from './option-chart.tsx';
import styles from './option-desk.module.css';
import { OptionTabs } from './option-tabs.tsx';
import { OptionTicket } from './option-ticket.tsx';
import { PracticeNote } from './practice-note.tsx';
import { PriceHead } from './price-head.tsx';
import { ResultCard } from './result-card.tsx';
import { TicketSkeleton } from './ticket-skeleton.tsx';
import { useResults, useRunning } from './use-running.ts';

export interface DeskHrefs {
  readonly login: string;
  readonly verification: string;
  readonly limits: string;
  readonly deposit: string;
  readonly transfer: (currencyId: number) => string;
  /** Link to a price in the price log. */
  readonly tick: (number: number) => string;
}

export interface OptionDeskProps {
  readonly market: WireMarket;
  /** All markets with options. */
  readonly markets: readonly WireMarket[];
  readonly currencies: ReadonlyMap<number, WireCurrency>;
  readonly isExplaining: boolean;
  readonly onExplained: () => void;
  readonly onMarket: (marketId: number) => void;
  readonly detailHref: (optionId: number) => string;
  readonly hrefs: DeskHrefs;
  /** The customer's own limits, if any. */
  readonly limits: ReactNode;
  readonly ownLimits: KnownLimits | undefined;
  /** This device's check of the price log. */
  readonly log: ReactNode;
}

/** The last known own limits of the customer. */
export interface KnownLimits extends Omit<OwnLimits, 'stoppedSeconds'> {
  /** Buying is impossible until then (server's clock); null if it is possible. */
  readonly stoppedUntilMs: number | null;
}

const NONE: readonly WireOption[] = [];
/** Time shown until the terms are loaded. */
const USUAL_SECONDS = 60;

/** One market's option screen: price, chart, form, running options and history. */
export function OptionDesk(props: OptionDeskProps) {
  const { market, markets, currencies, detailHref, hrefs, limits, ownLimits } = props;
  const { mode, seconds } = useOptionPreferences();
  const { data: terms, error, refetch } = useTerms(market.id);
  // An empty account gets an offer in the form. Waits for the balance, so that the form does not jump.
  const { isLoading: awaitsFunds } = usePayable(market.id);
  const running = useRunning(mode);
  const stoppedSeconds = useCountdown(ownLimits?.stoppedUntilMs ?? undefined);
  const { results, dismiss } = useResults();
  const [followedId, setFollowedId] = useState<number>();
  const here = running?.filter(({ market_id }) => market_id === market.id) ?? NONE;
  // The tapped option, else the next to end.
  const followed = here.find(({ option_id }) => option_id === followedId) ?? here[0];
  const shown = terms?.times.find(time => time.seconds === seconds) ?? terms?.times[0];
  const follow = (option: WireOption) => {
    setFollowedId(option.option_id);
    if (option.market_id !== market.id) props.onMarket(option.market_id);
  };

  return (
    <div className={styles['desk']} data-mode={mode}>
      <div className={styles['view']}>
        <ModeSwitch mode={mode} onChange={next => changeOptionPreferences({ mode: next })} />
        <PriceHead market={market} staleMs={terms?.stale_ms} tickHref={hrefs.tick} />
        <OptionChart
          market={market}
          seconds={shown?.seconds ?? USUAL_SECONDS}
          running={here}
          followed={followed}
        />
      </div>
      <div className={styles['form']}>
        {terms && !awaitsFunds ? (
          <OptionTicket
            terms={terms}
            mode={mode}
            currencies={currencies}
            loginHref={hrefs.login}
            verificationHref={hrefs.verification}
            limitsHref={hrefs.limits}
            ownLimits={ownLimits && { ...ownLimits, stoppedSeconds }}
            onPractise={() => changeOptionPreferences({ mode: 'practice' })}
            renderFunds={(currencyId, stake) =>
              mode === 'practice' ? (
                <PracticeNote currencyId={currencyId} />
              ) : (
                <>
                  <FundOffer
                    marketId={market.id}
                    currencyId={currencyId}
                    stake={stake}
                    transferHref={hrefs.transfer(currencyId)}
                    depositHref={hrefs.deposit}
                  />
                  {limits}
                </>
              )
            }
          />
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <TicketSkeleton>{mode === 'practice' ? null : limits}</TicketSkeleton>
        )}
      </div>
      <div className={styles['orders']}>
        <OptionTabs
          mode={mode}
          markets={markets}
          running={running}
          followedId={followed?.option_id}
          onFollow={follow}
          detailHref={detailHref}
          loginHref={hrefs.login}
        />
      </div>
      <div className={styles['doubts']}>
        <Doubts>{props.log}</Doubts>
      </div>
      <ResultCard results={results} onDismiss={dismiss} detailHref={detailHref} />
      {props.isExplaining ? (
        <ExplainSheet terms={terms} limitsHref={hrefs.limits} onClose={props.onExplained} />
      ) : null}
    </div>
  );
}
