import type { MenuEntry } from '@brigade/contract/session/session.model.ts'

/** Spec 2: an entry appears only if it is not an operation, is a main menu, has permission and is enabled. */
const appears = (entry: MenuEntry): boolean =>
  entry.isOperation === 'N' && entry.isMainMenu === 'Y' && entry.isPermission === 'Y' && entry.state === 'Y'

export const isGroup = (entry: MenuEntry): boolean => entry.url === '#' || entry.url === ''

/** The side menu shows screens, and groups with at least one screen. */
export function shownMenus(menus: readonly MenuEntry[]): MenuEntry[] {
  return menus.filter(appears).flatMap((entry) => {
    const childList = shownMenus(entry.childList)
    if (!isGroup(entry)) return [{ ...entry, childList }]
    return childList.length === 0 ? [] : [{ ...entry, childList }]
  })
}

/** All screens of the side menu, from top to bottom, each with the groups above it. */
export function screensOf(
  menus: readonly MenuEntry[],
  above: readonly MenuEntry[] = [],
): { entry: MenuEntry; above: readonly MenuEntry[] }[] {
  return shownMenus(menus).flatMap((entry) => [
    ...(isGroup(entry) ? [] : [{ entry, above }]),
    ...screensOf(entry.childList, [...above, entry]),
  ])
}

/** Spec 2: `/` leads to the statistics or, if these are not available, to the first screen of the menu. */
export function landingPath(menus: readonly MenuEntry[], preferred = '/data/statistics'): string {
  const screens = screensOf(menus).map(({ entry }) => entry.url)
  return screens.find((url) => url === preferred) ?? screens[0] ?? '/noAuth'
}

/** Spec 2: after login, the first enabled, permitted main menu. */
export const firstPath = (menus: readonly MenuEntry[]): string => screensOf(menus)[0]?.entry.url ?? '/noAuth'

/** Operation codes the menus carry. */
export function operationCodes(menus: readonly MenuEntry[]): ReadonlySet<string> {
  const codes = new Set<string>()
  const visit = (entries: readonly MenuEntry[]): void => {
    for (const entry of entries) {
      if (entry.isPermission === 'Y' && entry.state === 'Y' && entry.operationCode !== '')
        codes.add(entry.operationCode)
      visit(entry.childList)
    }
  }
  visit(menus)
  return codes
}
