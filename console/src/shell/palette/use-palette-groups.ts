import { useEffect, useState } from 'react'
import { useLocale, useLocaleState, useWords } from '../../platform/locale.ts'
import { screensOf } from '../../platform/menus.ts'
import { useScheme } from '../../platform/scheme.ts'
import { useSession } from '../../platform/session.ts'
import { useUnitState } from '../../platform/units.ts'
import { menuIcon } from '../menu-icon.ts'
import { menuName } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import { matches, paletteProviders, type PaletteItem } from './palette-items.ts'

export type PaletteGroup = { key: string; title: string; items: readonly PaletteItem[] }

/** Enough of each to choose from; typing more narrows. */
const maxFound = 6

/** Groups the matches of the typed text: menu screens by either language's name, then results of the domains, then actions. */
export function usePaletteGroups(
  text: string,
  onSignOut: () => void,
): { groups: readonly PaletteGroup[]; isSearching: boolean } {
  const w = useWords(shellText)
  const typed = text.trim()
  const screens = useScreens().filter((item) => matches(`${item.label} ${item.note ?? ''} ${item.also}`, typed))
  const actions = useActions(onSignOut).filter((item) => matches(item.label, typed))
  const { found, isSearching } = useFound(typed)
  const groups = [
    { key: 'screens', title: w.paletteScreens, items: typed === '' ? screens : screens.slice(0, maxFound) },
    ...found,
    { key: 'actions', title: w.paletteActions, items: actions },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}

function useScreens(): (PaletteItem & { also: string })[] {
  const locale = useLocale()
  const menus = useSession((session) => session.menus)
  return screensOf(menus).map(({ entry, above }) => ({
    key: entry.id,
    icon: menuIcon(above[0]?.icon ?? entry.icon),
    label: menuName(entry, locale),
    note: above.map((one) => menuName(one, locale)).join(' / '),
    href: entry.url,
    // Either language finds a screen.
    also: `${entry.name} ${entry.enName}`,
  }))
}

function useActions(onSignOut: () => void): PaletteItem[] {
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
      run: () => setLocale(locale === 'zh' ? 'en' : 'zh'),
    },
    {
      key: 'theme',
      icon: scheme === 'dark' ? 'sun' : 'moon',
      label: scheme === 'dark' ? w.toLight : w.toDark,
      run: () => choose(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      key: 'units',
      icon: 'temperature',
      label: system === 'metric' ? w.unitsBritish : w.unitsMetric,
      note: w.units,
      run: () => chooseUnits(system === 'metric' ? 'british' : 'metric'),
    },
    { key: 'sign-out', icon: 'sign-out', label: w.signOut, run: onSignOut },
  ]
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
