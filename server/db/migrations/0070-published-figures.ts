import { type Kysely, sql } from 'kysely'

/** Charts are cited as tables are, with a note of their method, and whoever cited figures may show them to everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `published`: what everybody sees, as it was when it was allowed: numbers hidden in it stay hidden alike.
  `alter table citation
    alter pivot drop not null,
    add chart jsonb,
    add method jsonb,
    add published jsonb,
    add published_at timestamptz,
    add closed_at timestamptz,
    add closed_by integer references account on delete set null,
    add check (num_nonnulls(pivot, chart) = 1),
    add check ((published is null) = (published_at is null)),
    add check (closed_at is null or published_at is not null)`,
  `create index citation_published on citation (published_at desc) where published_at is not null and closed_at is null`,
]
