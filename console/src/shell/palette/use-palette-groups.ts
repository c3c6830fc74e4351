import type { Locale } from '@brigade/contract/locale.ts'
import { useEffect, useState } from 'react'
import { recentNow } from '../../platform/habits/recent.ts'
import { useLocale, useLocaleState, useWords } from '../../platform/locale.ts'
import { screensOf } from '../../platform/menus.ts'
import { useScheme } from '../../platform/scheme.ts'
import { useSession } from '../../platform/session.ts'
import { useUnitState } from '../../platform/units.ts'
import { requestHref, type Act } from '../acts/act.ts'
import { useActsHere, useMay, type ActHere } from '../acts/use-act.tsx'
import { menuIcon } from '../menu-icon.ts'
import { isClosedPage, menuName } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import { matches, paletteProviders, tableOfActs, toldApart, type PaletteItem } from './palette-items.ts'

export type PaletteGroup = { key: string; title: string; items: readonly PaletteItem[] }
/** Either language finds it. */
type Findable = PaletteItem & { also: string }

/** Enough of each to choose from; typing more narrows. */
const maxFound = 6

/**
 * What the palette lists. Without text: what was opened last, the acts of this page, the screens and the other acts. With text: what
 * matches of them, and then the results of the domains, which arrive later.
 */
export function usePaletteGroups(
  text: string,
  onSignOut: () => void,
): { groups: readonly PaletteGroup[]; isSearching: boolean } {
  const w = useWords(shellText)
  const typed = text.trim()
  const narrow = (items: readonly Findable[]): readonly Findable[] =>
    typed === ''
      ? items
      : items.filter(({ label, note, also }) => matches(`${label} ${note ?? ''} ${also}`, typed)).slice(0, maxFound)
  const screens = { key: 'screens', title: w.paletteScreens, items: narrow(useScreens()) }
  const { here, elsewhere } = useActs()
  const acts = { key: 'actions', title: w.paletteActions, items: narrow([...elsewhere, ...useSettings(onSignOut)]) }
  const ofPage = { key: 'here', title: w.paletteHere, items: narrow(here) }
  const recent = { key: 'recent', title: w.paletteRecent, items: useRecentItems() }
  const { found, isSearching } = useFound(typed)
  const groups = typed === '' ? [recent, ofPage, screens, acts] : [screens, ofPage, acts, ...found]
  return { groups: toldApart(groups.filter(({ items }) => items.length > 0)), isSearching }
}

function useScreens(): readonly Findable[] {
  const locale = useLocale()
  const menus = useSession((session) => session.menus)
  return screensOf(menus).map(({ entry, above }) => ({
    key: entry.id,
    icon: menuIcon(above[0]?.icon ?? entry.icon),
    label: menuName(entry, locale),
    note: above.map((one) => menuName(one, locale)).join(' / '),
    href: entry.url,
    apart: entry.url,
    also: `${entry.name} ${entry.enName}`,
  }))
}

/** The acts of the screen below, as its buttons offer them, and those of other screens that the account has the right to. */
function useActs(): { here: readonly Findable[]; elsewhere: readonly Findable[] } {
  const locale = useLocale()
  const may = useMay()
  const menus = useSession((session) => session.menus)
  const acts = useActsHere((state) => state.acts)
  const [table, setTable] = useState<readonly (Act & { href: string })[]>([])
  useEffect(() => {
    let isGone = false
    void tableOfActs().then((loaded) => isGone || setTable(loaded))
    return () => {
      isGone = true
    }
  }, [])
  const itemOf = (act: Act): Findable => ({
    key: act.key,
    icon: act.icon,
    label: act.label[locale],
    also: Object.values(act.label).join(' '),
  })
  const isHere = (act: Act): boolean => acts.some((one) => one.act.key === act.key)
  const isOpen = ({ href }: { href: string }): boolean => !isClosedPage(menus, href.replace(/\?.*$/, ''))
  const hereItem = ({ act, whyNot, run }: ActHere): Findable => ({
    ...itemOf(act),
    whyNot,
    ...(whyNot === undefined ? { run } : { note: whyNot }),
  })
  return {
    here: acts.map(hereItem),
    elsewhere: table
      .filter((act) => may(act) && isOpen(act) && !isHere(act))
      .map((act) => ({ ...itemOf(act), href: requestHref(act) })),
  }
}

/** What the header has. */
function useSettings(onSignOut: () => void): readonly Findable[] {
  const w = useWords(shellText)
  const { locale, setLocale } = useLocaleState()
  const { scheme, choose } = useScheme()
  const { system, choose: chooseUnits } = useUnitState()
  return [
    {
      key: 'language',
      icon: 'language',
      label: locale === 'zh' ? 'English' : '中文',
      note: w.language,
      also: '',
      run: () => setLocale(locale === 'zh' ? 'en' : 'zh'),
    },
    {
      key: 'theme',
      icon: scheme === 'dark' ? 'sun' : 'moon',
      label: scheme === 'dark' ? w.toLight : w.toDark,
      also: w.theme,
      run: () => choose(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      key: 'units',
      icon: 'temperature',
      label: system === 'metric' ? w.unitsBritish : w.unitsMetric,
      note: w.units,
      also: '',
      run: () => chooseUnits(system === 'metric' ? 'british' : 'metric'),
    },
    { key: 'sign-out', icon: 'sign-out', label: w.signOut, also: '', run: onSignOut },
  ]
}

const none: readonly PaletteItem[] = []

/** The things that were opened last, as they are now; one that is gone or out of scope is left out. */
function useRecentItems(): readonly PaletteItem[] {
  const locale = useLocale()
  const [answer, setAnswer] = useState<{ in: Locale; items: readonly PaletteItem[] }>()
  useEffect(() => {
    const stop = new AbortController()
    const finders = new Map(paletteProviders().flatMap(({ recent }) => Object.entries(recent ?? {})))
    const ask = async (): Promise<void> => {
      const read = await Promise.allSettled(
        recentNow().map(async ({ kind, id }) => finders.get(kind)?.(id, stop.signal)),
      )
      if (stop.signal.aborted) return
      const known = read.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []))
      setAnswer({ in: locale, items: known.filter(({ href }) => !isShown(href)) })
    }
    void ask()
    return () => stop.abort()
  }, [locale])
  return answer?.items ?? none
}

/** The page that is open, on whichever of its tabs, leads nowhere. */
function isShown(href: string | undefined): boolean {
  const { pathname, searchParams } = new URL(href ?? '', location.href)
  return pathname === location.pathname && searchParams.get('id') === new URLSearchParams(location.search).get('id')
}

type Found = { typed: string; groups: readonly PaletteGroup[] }

/** Queries the sources of the domains shortly after typing stops, and drops answers to an older text. */
function useFound(typed: string): { found: readonly PaletteGroup[]; isSearching: boolean } {
  const locale = useLocale()
  const [answer, setAnswer] = useState<Found>({ typed: '', groups: [] })
  const isAsking = typed.length >= 2 && paletteProviders().length > 0
  useEffect(() => {
    if (!isAsking) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const groups = await Promise.all(
        paletteProviders().map(async ({ key, title, find }) => ({
          key,
          title: title[locale],
          items: await find(typed, stop.signal).catch(() => []),
        })),
      )
      if (!stop.signal.aborted) setAnswer({ typed, groups })
    }
    const timer = setTimeout(() => void ask(), 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, isAsking, locale])
  return { found: isAsking ? answer.groups : [], isSearching: isAsking && answer.typed !== typed }
}
