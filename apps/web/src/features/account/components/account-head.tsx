import type { SessionUser } from '#lib/session.ts';
import styles from './account-head.module.css';

/** The customer's initial and name. */
export function AccountHead({ user }: { readonly user: SessionUser }) {
  return (
    <div className={styles['head']}>
      <div className={styles['avatar']} aria-hidden="true">
        {user.nickname.charAt(0).toUpperCase()}
      </div>
      <div className={styles['name']}>{user.nickname}</div>
    </div>
  );
}
