import { useLocale, useWords } from '../../platform/locale.ts'
import { isGroup } from '../../platform/menus.ts'
import { useSession } from '../../platform/session.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { menuName, useMenuChain, useShownTitle } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import css from './frame.module.css'

type Crumb = { key: string; name: string; href: string | null }

/** Built from the address: the groups and screens above it by their names, the page's own name last. */
export function Breadcrumb({ path }: { path: string }) {
  const w = useWords(shellText)
  const locale = useLocale()
  const menus = useSession((session) => session.menus)
  const shown = useShownTitle()
  const own = shown.path === path ? shown.title : null
  const list = shown.path === path ? shown.list : null
  const entries = useMenuChain(menus, path)
  const isThere = entries.at(-1)?.url === path
  const listAt = entries.length - (isThere ? 2 : 1)
  const chain = entries.map((entry, index): Crumb => {
    // One entry of the menu may have several lists: its crumb is the one that the page belongs to.
    if (list !== null && list.name !== null && index === listAt && !isGroup(entry))
      return { key: entry.id, name: list.name, href: list.href }
    return { key: entry.id, name: menuName(entry, locale), href: isGroup(entry) ? null : entry.url }
  })
  const last = chain.at(-1)
  const named =
    own === null ? chain : [...(isThere ? chain.slice(0, -1) : chain), { key: 'own', name: own, href: null }]
  // A group whose list has its name is not said twice.
  const crumbs = named.filter(({ name, href }, index) => href !== null || named[index + 1]?.name !== name)
  useDocumentTitle(own ?? last?.name ?? '')
  return (
    <Row.nav
      gap="8"
      align="center"
      tone="ink-3"
      overflow="hidden"
      shrink
      grow
      nowrap
      className={css.crumbs}
      aria-label={w.breadcrumb}
    >
      <Row.ol gap="8" align="center" shrink>
        {crumbs.map((crumb, index) => (
          <Row.li key={crumb.key} gap="8" align="center" shrink>
            {index === crumbs.length - 1 ? (
              <Text.b weight="500" tone="ink" overflow="hidden" ellipsis aria-current="page" data-cut="">
                {crumb.name}
              </Text.b>
            ) : crumb.href === null ? (
              <Text overflow="hidden" ellipsis data-cut="">
                {crumb.name}
              </Text>
            ) : (
              <Text.a tone="ink-3" overflow="hidden" ellipsis href={crumb.href} data-cut="">
                {crumb.name}
              </Text.a>
            )}
          </Row.li>
        ))}
      </Row.ol>
    </Row.nav>
  )
}
