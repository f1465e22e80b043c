import { m } from '@duo/platform/i18n/messages.ts'
import type { ArticleCard as Card } from '../../schema.ts'
import { ArticleByline } from '../article/article-byline.tsx'
import { ArticleLink, langIfDifferent } from '../article/article-link.tsx'
import { ArticlePicture } from '../article/article-picture.tsx'
import { categoryName } from '../category-name.ts'

/** `lead`: full width, first of the index. `tall`: picture above the text, a `row` on phones. `row`: picture beside it. */
export type CardForm = 'lead' | 'tall' | 'row'

interface CardClasses {
  card: string
  picture: string
  title: string
  tail: string
  sizes: string
}

const thumb = 'order-last aspect-square self-start md:order-none md:aspect-auto'

const cardClasses: Record<CardForm, CardClasses> = {
  lead: {
    card: 'grid gap-x-8 gap-y-5 lg:grid-cols-12 lg:grid-rows-[1fr_auto] lg:gap-y-4',
    picture: 'lg:col-span-8 lg:row-span-2',
    title: 'font-voice text-3xl font-[560] lg:text-4xl',
    tail: 'lg:col-span-4 lg:pb-2',
    sizes: '(min-width: 90rem) 54rem, (min-width: 64rem) 62vw, 100vw',
  },
  tall: {
    card: 'grid grid-cols-[1fr_6.5rem] gap-x-4 gap-y-2 md:flex md:flex-col md:gap-y-4',
    picture: `${thumb} md:w-full`,
    title: 'text-lg leading-[1.18] md:text-xl md:leading-[1.18]',
    tail: 'order-last col-span-full',
    sizes: '(min-width: 64rem) 34rem, (min-width: 48rem) 50vw, 14rem',
  },
  row: {
    card: 'grid grid-cols-[1fr_6.5rem] gap-x-4 gap-y-2 md:grid-cols-[1fr_16rem] md:grid-rows-[auto_1fr] md:gap-x-10 md:gap-y-3',
    picture: `${thumb} md:order-none md:col-start-2 md:row-span-2 md:row-start-1`,
    title: 'text-lg leading-[1.18] md:text-2xl md:leading-[1.15]',
    tail: 'order-last col-span-full max-w-read md:order-none md:col-span-1',
    sizes: '(min-width: 48rem) 16rem, 14rem',
  },
}

interface ArticleCardProps {
  article: Card
  form: CardForm
  priority?: boolean
}

/** The whole card is clickable, but only its title is a link, so that screen readers and copying get clean text. */
export function ArticleCard({ article, form, priority = false }: ArticleCardProps) {
  const classes = cardClasses[form]
  return (
    <article className={`group relative ${classes.card}`}>
      <div
        className={`overflow-clip rounded-voice bg-paper-sunk transition-[border-radius] group-hover:rounded-heard ${classes.picture}`}
      >
        <ArticlePicture image={article.image} alt="" sizes={classes.sizes} priority={priority} />
      </div>
      <div className={form === 'lead' ? 'lg:col-span-4 lg:self-end' : ''}>
        <CardKicker article={article} />
        <h3 className={`mt-2 ${classes.title}`}>
          <ArticleLink
            article={article}
            className="decoration-overlap decoration-2 underline-offset-[0.14em] group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </ArticleLink>
        </h3>
      </div>
      <div className={classes.tail}>
        <p lang={langIfDifferent(article)} className={form === 'lead' ? '' : 'line-clamp-3 text-sm md:line-clamp-4'}>
          {article.excerpt}
        </p>
        <ArticleByline article={article} className="mt-3" />
      </div>
    </article>
  )
}

function CardKicker({ article }: { article: Card }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm font-semibold">
      <span className="flex items-baseline gap-2 before:size-2 before:rounded-full before:bg-overlap">
        {categoryName(article.category)}
      </span>
      <span className="figures font-normal text-muted">{m.blog_read_time({ minutes: article.readTime })}</span>
      {langIfDifferent(article) && (
        <span className="rounded-full border border-line-strong px-2.5 text-xs leading-5 font-normal">{m.blog_in_english()}</span>
      )}
    </p>
  )
}
