import { type Kysely, sql } from 'kysely'
import { defaultNow, language, required, searchWords, texts } from './columns.ts'
import { createContentVersion } from './content-version.ts'

/** Articles, written by seeds and only read by the server (docs/decisions/0014). */
export async function createBlog(db: Kysely<unknown>): Promise<void> {
  await createArticles(db)

  // a table of its own with small rows, because searches visit every row
  await db.schema
    .createTable('blog_search')
    .addColumn('language', 'text', required)
    .addColumn('id', 'integer', required)
    .addColumn('lone', 'boolean', required)
    .addColumn('category', 'text', required)
    .addColumn('date', 'date', required)
    .addColumn('words', searchWords, required)
    .addPrimaryKeyConstraint('blog_search_pkey', ['language', 'id'])
    .addForeignKeyConstraint(
      'blog_search_language_id_fkey',
      ['language', 'id'],
      'blog_article',
      ['language', 'id'],
      (reference) => reference.onDelete('cascade'),
    )
    .modifyEnd(sql`with (toast_tuple_target = 128)`)
    .execute()
  await db.schema.createIndex('blog_search_words').on('blog_search').using('gin').column('words').execute()

  // counted by the seed, because counting ten thousand rows would dominate each list
  await db.schema
    .createTable('blog_count')
    .addColumn('list', 'text', (column) => column.notNull().check(sql`list in ('en', 'pt')`))
    .addColumn('category', 'text', required)
    .addColumn('articles', 'integer', required)
    .addPrimaryKeyConstraint('blog_count_pkey', ['list', 'category'])
    .execute()

  await createContentVersion(db, 'blog_content_version')
}

async function createArticles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blog_article')
    .addColumn('language', 'text', language)
    .addColumn('id', 'integer', (column) => column.notNull().check(sql`id > 0`))
    .addColumn('slug', 'text', required)
    .addColumn('lone', 'boolean', required)
    .addColumn('pair_slug', 'text')
    .addColumn('title', 'text', required)
    .addColumn('excerpt', 'text', required)
    .addColumn('author', 'text', required)
    .addColumn('date', 'date', required)
    .addColumn('read_time', 'smallint', (column) => column.notNull().check(sql`read_time > 0`))
    .addColumn('category', 'text', required)
    .addColumn('image', 'text', required)
    .addColumn('figure', 'text', required)
    .addColumn('keywords', texts, required)
    .addColumn('published_time', 'timestamptz', required)
    .addColumn('modified_time', 'timestamptz', required)
    .addColumn('html', 'text', required)
    .addColumn('headings', 'jsonb', required)
    .addColumn('words', 'integer', required)
    // of everything above, so that seeding again knows what changed
    .addColumn('hash', 'text', required)
    // of title, excerpt, keywords and headings: small, for ranking
    .addColumn('head', searchWords, required)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .addPrimaryKeyConstraint('blog_article_pkey', ['language', 'id'])
    .addUniqueConstraint('blog_article_slug_language_key', ['slug', 'language'])
    .addCheckConstraint('blog_article_check', sql`lone = (pair_slug is null)`)
    .addCheckConstraint('blog_article_check1', sql`language = 'en' or not lone`)
    .execute()
  const english = sql<boolean>`language = 'en'`
  const portuguese = sql<boolean>`language = 'pt' or lone`
  const index = (name: string) => db.schema.createIndex(`blog_article_${name}`).on('blog_article')
  const newestFirst = ['date desc', 'id desc']
  await index('en').columns(newestFirst).where(english).execute()
  await index('en_category')
    .columns(['category', ...newestFirst])
    .where(english)
    .execute()
  await index('pt')
    .columns(['language desc', ...newestFirst])
    .where(portuguese)
    .execute()
  await index('pt_category')
    .columns(['category', 'language desc', ...newestFirst])
    .where(portuguese)
    .execute()
  await index('keywords').using('gin').column('keywords').execute()
  await index('image').column('image').execute()
}
