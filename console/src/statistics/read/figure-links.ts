import { figureLists, type Counted } from '@brigade/contract/statistics/drill.rules.ts'
import type { FigureSource } from '@brigade/contract/statistics/figure.model.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'

export type ListLink = Readonly<{ list: FigureSource; kind: 'oven' | 'cooler' | null; href: string }>

/** The code that the list requires, so that nobody is led to a page that they may not see. */
const accessOf: Readonly<Record<FigureSource, string>> = {
  ovens: 'oven:view',
  coolers: 'cooler:view',
  users: 'app-user:view',
  recipes: 'recipe:view',
  faults: 'fault:view',
  alarms: 'fault:view',
}
/** Faults and alarms have a tab each on their screens. */
const tabOf: Partial<Readonly<Record<FigureSource, string>>> = { faults: 'faults', alarms: 'alarms' }
const kindOf = (list: FigureSource, query: Readonly<Record<string, string>>): ListLink['kind'] => {
  if (list === 'ovens' || query['kind'] === 'oven') return 'oven'
  return list === 'coolers' || list === 'alarms' || query['kind'] === 'cooler' ? 'cooler' : null
}

/** Addresses of the lists that show the counted rows, with the figure itself, so that the list can show both numbers. */
export function listLinks(
  key: FigureKey,
  counted: Counted,
  can: (code: string) => boolean,
  countOf: (kind: ListLink['kind']) => number | null = () => null,
): readonly ListLink[] {
  return figureLists(key, counted)
    .filter(({ list }) => can(accessOf[list]))
    .map(({ list, screen, query }) => {
      const kind = kindOf(list, query)
      const count = countOf(kind)
      const tab = tabOf[list]
      const address = new URLSearchParams({
        ...(tab === undefined ? {} : { tab }),
        ...query,
        ...(count === null || counted.asOf === null ? {} : { counted: String(count), countedAt: counted.asOf }),
      })
      // The address of a list already contains its kind.
      if (list !== 'users' && list !== 'recipes') address.delete('kind')
      const text = address.toString()
      return { list, kind, href: text === '' ? screen : `${screen}?${text}` }
    })
}
