import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table marketplace_agent (
      id uuid primary key,
      slug text not null unique,
      name text not null,
      category text not null,
      -- the deep and the bright voice
      colors text[] not null check (cardinality(colors) = 2),
      -- of the whole seed file, so that seeding again knows what changed
      hash text not null,
      -- no longer offered, but there are conversations with them
      hidden_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index marketplace_agent_shown on marketplace_agent (created_at, id) where hidden_at is null`.execute(db)

  await sql`
    create table marketplace_agent_text (
      agent_id uuid not null references marketplace_agent on delete cascade,
      language text not null check (language in ('en', 'pt')),
      lived text not null,
      description text not null,
      voice_description text not null,
      prompt_seed text not null,
      starters text[] not null,
      voice jsonb not null,
      lines text[] not null,
      figure text not null,
      -- every word of the notes without accents, for misspelt questions
      vocabulary text[] not null,
      primary key (agent_id, language)
    )`.execute(db)

  await sql`
    create table marketplace_note (
      agent_id uuid not null,
      language text not null,
      key text not null,
      place smallint not null,
      title text not null,
      text text not null,
      terms text[] not null,
      source text not null,
      -- title, terms and text, weighted in that order
      words tsvector not null,
      primary key (agent_id, language, key),
      unique (agent_id, language, place),
      foreign key (agent_id, language) references marketplace_agent_text on delete cascade
    )`.execute(db)
  await sql`create index marketplace_note_en on marketplace_note using gin (words) where language = 'en'`.execute(db)
  await sql`create index marketplace_note_pt on marketplace_note using gin (words) where language = 'pt'`.execute(db)

  await sql`
    create table marketplace_edition (
      one boolean primary key default true check (one),
      -- grows with every change of an agent
      version bigint not null default 0,
      -- of the house's own files as they were seeded last
      fingerprint text,
      -- false once somebody seeded a folder of their own, which a start must not undo
      house boolean not null default true,
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`insert into marketplace_edition default values`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table marketplace_edition, marketplace_note, marketplace_agent_text, marketplace_agent`.execute(db)
}
