import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { isGroup, shownMenus } from '../../platform/menus.ts'
import { useSession } from '../../platform/session.ts'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { menuIcon } from '../menu-icon.ts'
import { menuName, nearestMenu } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'
import { LiveFoot } from './live-foot.tsx'

/** The server's tree by the rules of spec 2; one item is current, its group open. */
export function SideMenu({ path, isFolded }: { path: string; isFolded: boolean }) {
  const w = useWords(shellText)
  const menus = useSession((session) => session.menus)
  const shown = shownMenus(menus)
  const chain = nearestMenu(menus, path).map(({ id }) => id)
  // A group opens with its screens; a person may open and close others. What was closed by hand opens again with its screen.
  const [toggled, setToggled] = useState<{ path: string; ids: readonly string[] }>({ path, ids: [] })
  const byHand = toggled.path === path ? toggled.ids : toggled.ids.filter((id) => !chain.includes(id))
  const toggle = (id: string): void =>
    setToggled({ path, ids: byHand.includes(id) ? byHand.filter((one) => one !== id) : [...byHand, id] })
  return (
    <aside className={css.sider}>
      <a className={css.brand} href="/" aria-label={w.product}>
        <BrandMark size={24} />
        <span>{w.product}</span>
      </a>
      <nav className={css.menu} aria-label={w.mainMenu}>
        <ul>
          {shown.map((entry) => (
            <li key={entry.id}>
              {!isGroup(entry) ? (
                <Screen entry={entry} chain={chain} isTop isFolded={isFolded} />
              ) : isFolded ? (
                <FoldedGroup entry={entry} isMarked={chain.includes(entry.id)} />
              ) : (
                <Group
                  entry={entry}
                  chain={chain}
                  isOpen={chain.includes(entry.id) !== byHand.includes(entry.id)}
                  onToggle={() => toggle(entry.id)}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <LiveFoot />
    </aside>
  )
}

type ScreenProps = { entry: MenuEntry; chain: readonly string[]; isTop?: boolean; isFolded?: boolean }

function Screen({ entry, chain, isTop = false, isFolded = false }: ScreenProps) {
  const locale = useLocale()
  const isCurrent = chain.includes(entry.id)
  const name = menuName(entry, locale)
  const classes = [css.item, isTop ? css.top : '', isCurrent ? (isFolded ? css.marked : css.current) : '']
  return (
    <a
      href={entry.url}
      className={classes.filter(Boolean).join(' ')}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isFolded ? name : undefined}
      data-tip={isFolded ? name : undefined}
    >
      {isTop ? <Icon name={menuIcon(entry.icon)} size="large" /> : null}
      {isFolded ? null : (
        <span className={css.label} data-cut="">
          {name}
        </span>
      )}
    </a>
  )
}

function Group({
  entry,
  chain,
  isOpen,
  onToggle,
}: {
  entry: MenuEntry
  chain: readonly string[]
  isOpen: boolean
  onToggle: () => void
}) {
  const locale = useLocale()
  return (
    <>
      <button
        type="button"
        className={`${css.item} ${isOpen ? css.open : ''}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon name={menuIcon(entry.icon)} size="large" />
        <span className={css.label} data-cut="">
          {menuName(entry, locale)}
        </span>
        <span className={css.chevron}>
          <Icon name="chevron-right" size="small" />
        </span>
      </button>
      {isOpen ? (
        <ul className={css.sub}>
          {entry.childList.map((child) => (
            <li key={child.id}>
              <Screen entry={child} chain={chain} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Folded, a group opens its screens beside the menu. */
function FoldedGroup({ entry, isMarked }: { entry: MenuEntry; isMarked: boolean }) {
  const locale = useLocale()
  const name = menuName(entry, locale)
  return (
    <ActionMenu
      position="right-start"
      heading={<b>{name}</b>}
      actions={entry.childList.map((child) => ({ key: child.id, label: menuName(child, locale), href: child.url }))}
      target={
        <button type="button" className={`${css.item} ${isMarked ? css.marked : ''}`} aria-label={name} data-tip={name}>
          <Icon name={menuIcon(entry.icon)} size="large" />
        </button>
      }
    />
  )
}
