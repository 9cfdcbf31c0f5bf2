import { Skeleton } from '#ui/states.tsx';
import styles from './option-ticket.module.css';

/** Times, amount, quick amounts, what comes of it, the buttons, and the two lines below them. */
const HEIGHTS = [48, 94, 102, 62, 74];

/** The form's shape while its terms are on the way: what comes below it does not move when they are there. */
export function TicketSkeleton() {
  return (
    <div className={styles['ticket']}>
      {HEIGHTS.map(height => (
        <Skeleton key={height} height={height} radius={12} />
      ))}
    </div>
  );
}
