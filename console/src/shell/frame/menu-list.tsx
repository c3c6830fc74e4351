import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { useState } from 'react'
import { useLocale } from '../../platform/locale.ts'
import { isGroup, shownMenus } from '../../platform/menus.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { menuIcon } from '../menu-icon.ts'
import { menuName, useMenuChain } from '../page-title.ts'
import css from './frame.module.css'

type Choose = (entry: MenuEntry) => void
type Props = {
  label: string
  menus: readonly MenuEntry[]
  /** The entry of this address is the current one. */
  path: string
  isFolded?: boolean
  /** A menu for display: its screens are chosen, not opened. */
  onChoose?: Choose
}

/** The server's tree by the rules of spec 2; one item is current, its group open. */
export function MenuList({ label, menus, path, isFolded = false, onChoose }: Props) {
  const shown = shownMenus(menus)
  const chain = useMenuChain(menus, path).map(({ id }) => id)
  // A group opens with its screens; a person may open and close others. A group that was closed by hand opens again
  // with its screen.
  const [toggled, setToggled] = useState<{ path: string; ids: readonly string[] }>({ path, ids: [] })
  const byHand = toggled.path === path ? toggled.ids : toggled.ids.filter((id) => !chain.includes(id))
  const toggle = (id: string): void =>
    setToggled({ path, ids: byHand.includes(id) ? byHand.filter((one) => one !== id) : [...byHand, id] })
  return (
    <Box.nav padding="8" overflow="auto" grow className={css.menu} aria-label={label}>
      <ul>
        {shown.map((entry) => (
          <li key={entry.id}>
            {!isGroup(entry) ? (
              <Screen entry={entry} chain={chain} isTop isFolded={isFolded} onChoose={onChoose} />
            ) : isFolded ? (
              <FoldedGroup entry={entry} isMarked={chain.includes(entry.id)} />
            ) : (
              <Group
                entry={entry}
                chain={chain}
                isOpen={chain.includes(entry.id) !== byHand.includes(entry.id)}
                onToggle={() => toggle(entry.id)}
                onChoose={onChoose}
              />
            )}
          </li>
        ))}
      </ul>
    </Box.nav>
  )
}

/** The screens of a group, those of groups within it too. */
const screensIn = (group: MenuEntry): MenuEntry[] =>
  group.childList.flatMap((child) => (isGroup(child) ? screensIn(child) : [child]))

type ScreenProps = {
  entry: MenuEntry
  chain: readonly string[]
  isTop?: boolean
  isFolded?: boolean
  onChoose: Choose | undefined
}

function Screen({ entry, chain, isTop = false, isFolded = false, onChoose }: ScreenProps) {
  const locale = useLocale()
  const isCurrent = chain.includes(entry.id)
  const name = menuName(entry, locale)
  const classes = [css.item, isTop ? css.top : '', isCurrent ? (isFolded ? css.marked : css.current) : '']
  const look = {
    className: classes.filter(Boolean).join(' '),
    'aria-current': isCurrent ? ('page' as const) : undefined,
    'aria-label': isFolded ? name : undefined,
    'data-tip': isFolded ? name : undefined,
  }
  const content = (
    <>
      {isTop ? <Icon name={menuIcon(entry.icon)} size="large" /> : null}
      {isFolded ? null : (
        <Text overflow="hidden" grow ellipsis data-cut="">
          {name}
        </Text>
      )}
    </>
  )
  return onChoose === undefined ? (
    <a {...look} href={entry.url} {...(entry.url.startsWith('/') ? {} : { target: '_blank', rel: 'noreferrer' })}>
      {content}
    </a>
  ) : (
    <button {...look} type="button" onClick={() => onChoose(entry)}>
      {content}
    </button>
  )
}

function Group({
  entry,
  chain,
  isOpen,
  onToggle,
  onChoose,
}: {
  entry: MenuEntry
  chain: readonly string[]
  isOpen: boolean
  onToggle: () => void
  onChoose: Choose | undefined
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
        <Text overflow="hidden" grow ellipsis data-cut="">
          {menuName(entry, locale)}
        </Text>
        <Row.span inline tone="ink-4" className={css.chevron}>
          <Icon name="chevron-right" size="small" />
        </Row.span>
      </button>
      {isOpen ? (
        <ul className={css.sub}>
          {screensIn(entry).map((child) => (
            <li key={child.id}>
              <Screen entry={child} chain={chain} onChoose={onChoose} />
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
      actions={screensIn(entry).map((child) => ({ key: child.id, label: menuName(child, locale), href: child.url }))}
      target={
        <button type="button" className={`${css.item} ${isMarked ? css.marked : ''}`} aria-label={name} data-tip={name}>
          <Icon name={menuIcon(entry.icon)} size="large" />
        </button>
      }
    />
  )
}
