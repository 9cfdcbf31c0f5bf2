import { Skeleton } from '#ui/states.tsx';
import styles from './funds-skeleton.module.css';

/** Reserves the height of each part of the customer's funds while their code loads. */
export function FundsSkeleton() {
  return (
    <div className="stack-4">
      <div className={styles['total']}>
        <Skeleton width={110} height={12} />
        <Skeleton width={188} height={30} radius={8} />
        <Skeleton width={140} height={14} />
      </div>
      <Skeleton height={44} radius={10} />
    </div>
  );
}
