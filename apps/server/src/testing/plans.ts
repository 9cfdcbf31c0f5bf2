import type pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  /** With those of the nodes below. */
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** The database rightly reads a table of a page or two as a whole. */
const FEW_ROWS = 100;

/** How the database carried out a query. */
export interface Carried {
  /** Tables with many rows that were read from their beginning. */
  readonly sequential: readonly string[];
  /** Tables, partitions counted one by one, that were looked into. */
  readonly tables: ReadonlySet<string>;
  /** Rows that were read and thrown away. */
  readonly discarded: number;
  /** Blocks of 8 kB that were looked at: a measure of work without a clock. */
  readonly blocks: number;
}

/** A pool whose queries are carried out under `explain`, too; `read` gives what they did, together. */
export async function carriedOut(pool: pg.Pool, read: (pool: pg.Pool) => Promise<unknown>): Promise<Carried> {
  const plans: PlanNode[] = [];
  const query = async (asked: string | pg.QueryConfig, values: unknown[] = []): Promise<unknown> => {
    const given =
      typeof asked === 'string' ? { text: asked, values } : { text: asked.text, values: asked.values ?? [] };
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (analyze, costs off, timing off, buffers, format json) ${given.text}`,
      given.values,
    );
    plans.push(rows[0]!['QUERY PLAN'][0]!.Plan);
    return pool.query(given.text, given.values);
  };
  await read({ query } as unknown as pg.Pool);
  const nodes = plans.flatMap(nodesOf).filter(node => node['Actual Loops'] > 0);
  const names = (some: readonly PlanNode[]): string[] =>
    some.flatMap(node => node['Relation Name'] ?? []).filter(name => /_\d+$/.test(name));
  return {
    sequential: names(nodes.filter(node => node['Node Type'] === 'Seq Scan' && rowsOf(node) > FEW_ROWS)),
    tables: new Set(names(nodes)),
    blocks: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
    discarded: nodes.reduce(
      (sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'],
      0,
    ),
  };
}

function rowsOf(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
