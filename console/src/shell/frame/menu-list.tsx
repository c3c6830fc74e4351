import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { isGroup, shownMenus } from '../../platform/menus.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { menuIcon } from '../menu-icon.ts'
import { menuName, useMenuChain } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'
import type { WaitingWork } from './use-waiting-work.ts'

const nothing: WaitingWork = {}

type Choose = (entry: MenuEntry) => void
type Props = {
  label: string
  menus: readonly MenuEntry[]
  /** The entry of this address is the current one. */
  path: string
  isFolded?: boolean
  /** The work that waits on its screens. */
  waiting?: WaitingWork
  /** A menu for display: its screens are chosen, not opened. */
  onChoose?: Choose
}

/** The server's tree by the rules of spec 2; one item is current, its group open. */
export function MenuList({ label, menus, path, isFolded = false, waiting = nothing, onChoose }: Props) {
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
              <Screen entry={entry} chain={chain} isTop isFolded={isFolded} waiting={waiting} onChoose={onChoose} />
            ) : isFolded ? (
              <FoldedGroup entry={entry} isMarked={chain.includes(entry.id)} waiting={waiting} />
            ) : (
              <Group
                entry={entry}
                chain={chain}
                isOpen={chain.includes(entry.id) !== byHand.includes(entry.id)}
                onToggle={() => toggle(entry.id)}
                waiting={waiting}
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
  waiting: WaitingWork
  onChoose: Choose | undefined
}

function Screen({ entry, chain, isTop = false, isFolded = false, waiting, onChoose }: ScreenProps) {
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
      <Waiting of={waiting[entry.url]} isFolded={isFolded} />
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

/** How much waits, said with what it is. */
function Waiting({ of, isFolded = false }: { of: WaitingWork[string] | undefined; isFolded?: boolean }) {
  const w = useWords(shellText)
  if (of === undefined || isFolded) return null
  const { count, what } = of
  return (
    <Text size="xs" line="16" weight="600" tabular rigid className={css.waiting}>
      {formatNumber(count)}
      <span className="vh"> {what === 'open' ? w.waitsOpen : w.waitsApproval}</span>
    </Text>
  )
}

/** A closed group shows the count of its screens together, which wait for the same. */
function waitingIn(group: MenuEntry, waiting: WaitingWork): WaitingWork[string] | undefined {
  const all = screensIn(group).flatMap(({ url }) => waiting[url] ?? [])
  const [first] = all
  if (first === undefined || all.some(({ what }) => what !== first.what)) return undefined
  return { what: first.what, count: all.reduce((sum, { count }) => sum + count, 0) }
}

function Group({
  entry,
  chain,
  isOpen,
  onToggle,
  waiting,
  onChoose,
}: {
  entry: MenuEntry
  chain: readonly string[]
  isOpen: boolean
  onToggle: () => void
  waiting: WaitingWork
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
        {isOpen ? null : <Waiting of={waitingIn(entry, waiting)} />}
        <Row.span inline tone="ink-4" className={css.chevron}>
          <Icon name="chevron-right" size="small" />
        </Row.span>
      </button>
      {isOpen ? (
        <ul className={css.sub}>
          {screensIn(entry).map((child) => (
            <li key={child.id}>
              <Screen entry={child} chain={chain} waiting={waiting} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Folded, a group opens its screens beside the menu. */
type FoldedProps = { entry: MenuEntry; isMarked: boolean; waiting: WaitingWork }

function FoldedGroup({ entry, isMarked, waiting }: FoldedProps) {
  const locale = useLocale()
  const name = menuName(entry, locale)
  return (
    <ActionMenu
      position="right-start"
      heading={<b>{name}</b>}
      actions={screensIn(entry).map((child) => {
        const waits = waiting[child.url]
        return {
          key: child.id,
          label: menuName(child, locale),
          href: child.url,
          ...(waits === undefined ? {} : { note: formatNumber(waits.count) }),
        }
      })}
      target={
        <button type="button" className={`${css.item} ${isMarked ? css.marked : ''}`} aria-label={name} data-tip={name}>
          <Icon name={menuIcon(entry.icon)} size="large" />
        </button>
      }
    />
  )
}
