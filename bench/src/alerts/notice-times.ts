import pg from 'pg';

/** When notices became readable, by this process' clock: the database reports them at their commit. */
export class NoticeTimes {
  /** By customer. */
  readonly at = new Map<number, number>();
  /** Notices beyond one per customer. */
  doubles = 0;
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('notification', ({ payload }) => {
      const atMs = performance.now();
      const customerId = Number(payload);
      if (this.at.has(customerId)) this.doubles++;
      else this.at.set(customerId, atMs);
    });
  }

  static async open(databaseUrl: string): Promise<NoticeTimes> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`
      create function bench_noticed() returns trigger language plpgsql as $$
        begin perform pg_notify('bench_noticed', new.customer_id::text); return null; end $$;
      create trigger bench_noticed after insert on notices for each row when (new.customer_id is not null)
        execute function bench_noticed();
      listen bench_noticed;`);
    return new NoticeTimes(client);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
