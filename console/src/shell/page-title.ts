import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { create } from 'zustand'
import { useEffect } from 'react'

/**
 * The list that a detail page belongs to, if it is not the menu entry above its address: one of several of an entry,
 * with its name, or an entry of its own, which has its own name (null).
 */
type List = Readonly<{ name: string | null; href: string }>

/** A detail page sets its record's name here; null means that the page has the name of its menu entry. */
export const useShownTitle = create<{ path: string; title: string | null; list: List | null }>(() => ({
  path: '',
  title: null,
  list: null,
}))

/** Gives the tab and the breadcrumb a page's own name: the device's, the recipe's. */
export function usePageTitle(title: string | null | undefined, list?: List): void {
  const { name, href } = list ?? {}
  useEffect(() => {
    const path = location.pathname
    const shown = name === undefined || href === undefined ? null : { name, href }
    useShownTitle.setState({ path, title: title ?? null, list: shown })
    return () => {
      if (useShownTitle.getState().path === path) useShownTitle.setState({ path: '', title: null, list: null })
    }
  }, [title, name, href])
}

export const menuName = (entry: MenuEntry, locale: Locale): string =>
  (locale === 'zh' ? entry.name : entry.enName) || entry.name

/** The entries above an address and its own, from the whole tree: pages that the side menu does not show too. */
export function pathTo(menus: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of menus) {
    if (entry.isOperation === 'Y') continue
    if (entry.url === path) return [entry]
    const below = pathTo(entry.childList, path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/**
 * Whether an address is in the tree, and none of its entries belongs to this account. The server refuses other addresses, or they do not
 * exist.
 */
export function isClosedPage(menus: readonly MenuEntry[], path: string): boolean {
  const entries = entriesOf(menus, path)
  return entries.length > 0 && !entries.some(({ isPermission, state }) => isPermission === 'Y' && state === 'Y')
}
const entriesOf = (menus: readonly MenuEntry[], path: string): MenuEntry[] =>
  menus
    .filter(({ isOperation }) => isOperation === 'N')
    .flatMap((entry) => [...(entry.url === path ? [entry] : []), ...entriesOf(entry.childList, path)])

/** The menu entry an address belongs to: its own, or that of the longest address above it. */
function nearestMenu(menus: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = pathTo(menus, at)
    if (found.length > 0) return found
  }
  return []
}

/** The entries that the menu and the breadcrumb show for a page: those of the list it belongs to, or those of its address. */
export function useMenuChain(menus: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  const shown = useShownTitle()
  const ofList = shown.path === path && shown.list?.name === null ? pathTo(menus, shown.list.href) : []
  return ofList.length > 0 ? ofList : nearestMenu(menus, path)
}
