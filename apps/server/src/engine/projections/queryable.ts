import type { ClientBase, Pool } from 'pg';

export type Queryable = Pick<Pool | ClientBase, 'query'>;
