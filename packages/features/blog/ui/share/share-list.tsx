import { m } from '@duo/platform/i18n/messages.ts'
import { CopyButton } from '#shell/ui/sharing/copy-button.tsx'
import { type Network, networkNames, shareLink } from '#shell/ui/sharing/share-links.ts'
import { shareUrl } from '../../rules.ts'

export interface Shareable {
  url: string
  title: string
}

const networks: readonly Network[] = ['whatsapp', 'telegram', 'twitter', 'linkedin', 'facebook']

type ListForm = 'menu' | 'line'

const formClasses: Record<ListForm, { list: string; item: string; copy: string }> = {
  menu: {
    list: 'grid',
    item: 'flex min-h-touch items-center rounded-md px-3 text-sm font-semibold hover:bg-paper-sunk',
    copy: 'mt-2 w-full',
  },
  line: {
    list: 'flex flex-wrap items-center gap-x-5',
    item: 'text-link inline-flex min-h-touch items-center font-semibold',
    copy: '',
  },
}

export function ShareList({ shared, form }: { shared: Shareable; form: ListForm }) {
  const { url, title } = shared
  const networkUrl = (source: string) => shareUrl(url, source, title)
  const classes = formClasses[form]
  return (
    <div data-copy-scope>
      <ul className={classes.list}>
        {networks.map((network) => (
          <li key={network}>
            <a
              href={shareLink(network, { url: networkUrl(network), text: title })}
              target="_blank"
              rel="noopener noreferrer"
              className={classes.item}
            >
              {networkNames[network]}
              <span className="sr-only"> ({m.blog_share_new_tab()})</span>
            </a>
          </li>
        ))}
        <li className="noscript:hidden">
          <CopyButton text={networkUrl('direct_link')} variant="quiet" className={classes.copy} />
        </li>
      </ul>
      <p role="alert" hidden data-copy-by-hand className="mt-3 text-sm">
        {m.blog_share_by_hand()} <span className="block break-all select-all">{networkUrl('direct_link')}</span>
      </p>
    </div>
  )
}
