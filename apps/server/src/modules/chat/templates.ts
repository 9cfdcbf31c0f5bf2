import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';

type WireTemplate = DeskOutput<'POST desk/chat_template'>;
type Row = Omit<WireTemplate, 'changed_at_ms'> & { readonly changed_at_ms: string };

const COLUMNS = 'id, title, texts, changed_by, changed_at_ms';

export interface TemplatesOptions {
  readonly pool: pg.Pool;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Templates for frequent answers, per language. Operators choose one and send it as a message. */
export class Templates {
  readonly #options: TemplatesOptions;

  constructor(options: TemplatesOptions) {
    this.#options = options;
  }

  async list(): Promise<{ items: WireTemplate[] }> {
    const { rows } = await this.#options.pool.query<Row>(
      `select ${COLUMNS} from chat_templates order by lower(title), id`,
    );
    return { items: rows.map(fromRow) };
  }

  /** Adds a template or replaces one. Throws not_found. */
  async write(operator: Operator, input: DeskRequest<'POST desk/chat_template'>): Promise<WireTemplate> {
    const { pool, audit, now } = this.#options;
    // An empty text removes the language.
    const texts = Object.fromEntries(Object.entries(input.texts).filter(([, text]) => text !== ''));
    return inTransaction(pool, async client => {
      const before = input.id === undefined ? null : await lock(client, input.id);
      const values = [input.title, JSON.stringify(texts), operator.name, now()];
      const { rows } =
        before === null
          ? await client.query<Row>(
              `insert into chat_templates (title, texts, changed_by, changed_at_ms) values ($1, $2, $3, $4)
               returning ${COLUMNS}`,
              values,
            )
          : await client.query<Row>(
              `update chat_templates set title = $1, texts = $2, changed_by = $3, changed_at_ms = $4 where id = $5
               returning ${COLUMNS}`,
              [...values, before.id],
            );
      const after = fromRow(rows[0]!);
      await audit.write(client, operator, {
        action: 'chat.template',
        subject: `chat_template:${after.id}`,
        before,
        after,
      });
      return after;
    });
  }

  /** Throws not_found. */
  async remove(operator: Operator, id: number): Promise<void> {
    const { pool, audit } = this.#options;
    await inTransaction(pool, async client => {
      const before = await lock(client, id);
      await client.query('delete from chat_templates where id = $1', [id]);
      await audit.write(client, operator, {
        action: 'chat.template_remove',
        subject: `chat_template:${id}`,
        before,
        after: null,
      });
    });
  }
}

async function lock(client: pg.ClientBase, id: number): Promise<WireTemplate> {
  const { rows } = await client.query<Row>(`select ${COLUMNS} from chat_templates where id = $1 for update`, [
    id,
  ]);
  if (rows[0] === undefined) throw new CallFailure('not_found', { field: 'id' });
  return fromRow(rows[0]);
}

function fromRow(row: Row): WireTemplate {
  return { ...row, changed_at_ms: Number(row.changed_at_ms) };
}
