import { type Kysely, sql } from 'kysely'

/** Articles, written by `npm run seed -- articles` and only read by the server (docs/decisions/0014). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blog_article (
      language text not null check (language in ('en', 'pt')),
      id integer not null check (id > 0),
      slug text not null,
      -- English only, at an address without a language
      lone boolean not null,
      -- the same article's slug in the other language
      pair_slug text,
      title text not null,
      excerpt text not null,
      author text not null,
      date date not null,
      read_time smallint not null check (read_time > 0),
      category text not null,
      image text not null,
      figure text not null,
      keywords text[] not null,
      published_time timestamptz not null,
      modified_time timestamptz not null,
      html text not null,
      headings jsonb not null,
      words integer not null,
      -- of everything above, so that seeding again knows what changed
      hash text not null,
      -- of title, excerpt, keywords and headings: small, for ranking
      head tsvector not null,
      updated_at timestamptz not null default now(),
      primary key (language, id),
      unique (slug, language),
      check (lone = (pair_slug is null)),
      check (language = 'en' or not lone)
    )`.execute(db)
  await sql`create index blog_article_en on blog_article (date desc, id desc) where language = 'en'`.execute(db)
  await sql`
    create index blog_article_pt on blog_article (language desc, date desc, id desc) where language = 'pt' or lone`.execute(db)
  await sql`
    create index blog_article_en_category on blog_article (category, date desc, id desc) where language = 'en'`.execute(db)
  await sql`
    create index blog_article_pt_category on blog_article (category, language desc, date desc, id desc)
      where language = 'pt' or lone`.execute(db)
  await sql`create index blog_article_keywords on blog_article using gin (keywords)`.execute(db)
  await sql`create index blog_article_image on blog_article (image)`.execute(db)

  // a table of its own with small rows, because searches visit every row
  await sql`
    create table blog_search (
      language text not null,
      id integer not null,
      lone boolean not null,
      category text not null,
      date date not null,
      words tsvector not null,
      primary key (language, id),
      foreign key (language, id) references blog_article on delete cascade
    ) with (toast_tuple_target = 128)`.execute(db)
  await sql`create index blog_search_words on blog_search using gin (words)`.execute(db)

  // counted by the seed, because counting ten thousand rows would dominate each list
  await sql`
    create table blog_count (
      list text not null check (list in ('en', 'pt')),
      category text not null,
      articles integer not null,
      primary key (list, category)
    )`.execute(db)

  await sql`
    create table blog_edition (
      one boolean primary key default true check (one),
      version bigint not null default 0,
      -- of the house's own files as they were seeded last
      fingerprint text,
      -- false once somebody seeded a folder of their own, which a start must not undo
      house boolean not null default true,
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`insert into blog_edition default values`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table blog_edition, blog_count, blog_search, blog_article`.execute(db)
}
