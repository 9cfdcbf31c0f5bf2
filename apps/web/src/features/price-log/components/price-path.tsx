import { useMemo } from 'react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import { HEIGHT, pricePath, WIDTH } from '../model/path.ts';
import styles from './price-path.module.css';

/** The verified prices as a line from entry to exit, ending above or below the entry. */
export function PricePathPicture({
  proof,
  label,
}: {
  readonly proof: WireOptionProof;
  readonly label: string;
}) {
  const path = useMemo(() => pricePath(proof), [proof]);
  if (path === null) return null;
  const { entry, exit, points } = path;
  return (
    <figure>
      <figcaption className="visually-hidden">{label}</figcaption>
      <svg
        className={styles['picture']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        data-result={proof.receipt.result}
      >
        {entry === null ? null : (
          <line className={styles['level']} x1={0} x2={WIDTH} y1={entry.y} y2={entry.y} />
        )}
        <polyline className={styles['line']} points={points} />
        {entry === null ? null : <circle className={styles['entry']} cx={entry.x} cy={entry.y} r={4.5} />}
        {exit === null ? null : <circle className={styles['exit']} cx={exit.x} cy={exit.y} r={5.5} />}
      </svg>
    </figure>
  );
}
