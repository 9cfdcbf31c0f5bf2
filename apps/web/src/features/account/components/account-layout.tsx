import type { FormEvent, ReactNode } from 'react';
import { Page } from '#ui/page.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import styles from './account-layout.module.css';
import { TallyMark } from './tally-mark.tsx';

export interface AccountLayoutProps {
  readonly title: string;
  readonly heading: string;
  readonly text: ReactNode;
  /** Why the customer was sent here, e.g. an ended session. */
  readonly reason?: string | undefined;
  /** The server's error for the last attempt, and the form's inputs by the server's field names. */
  readonly error?: unknown;
  readonly fields?: Readonly<Record<string, string>>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
  /** Below the form: links to other account pages. */
  readonly aside?: ReactNode;
}

/** Frame of the account pages: logo, heading, one form. */
export function AccountLayout(props: AccountLayoutProps) {
  const { title, heading, text, reason, error, fields = {}, onSubmit, children, aside } = props;
  return (
    <Page title={title} documentTitle={title} width="narrow" className={styles['page']}>
      <div className="stack-4 mb-5">
        <TallyMark />
        <div>
          <p className={styles['heading']}>{heading}</p>
          <p className="soft break-anywhere mt-6px">{text}</p>
        </div>
      </div>
      {reason ? (
        <p role="alert" className={styles['reason']}>
          {reason}
        </p>
      ) : null}
      <Refusals error={error} fields={fields}>
        <form className="stack-4" onSubmit={onSubmit} noValidate>
          <RefusalNote />
          {children}
        </form>
      </Refusals>
      {aside ? <div className={styles['aside']}>{aside}</div> : null}
    </Page>
  );
}
