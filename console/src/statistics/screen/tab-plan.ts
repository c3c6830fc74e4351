import { figureKeys, figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { TopBy, TopOf } from '@brigade/contract/statistics/statistics.model.ts'
import type { StatisticsTab } from '../read/statistics-address.ts'

/** The six figures of the overview that the owner of a fleet asks for first. */
const overviewKeys: readonly FigureKey[] = [
  'devices.onlineShare',
  'devices.cooking',
  'faults.open',
  'excursions.open',
  'faults.raised',
  'devices.availability',
]
/** Figures whose trend the overview can show. */
const overviewTrends: readonly FigureKey[] = [
  'faults.raised',
  'devices.availability',
  'recipes.cooked',
  'users.active',
  'commands.created',
  'devices.installed',
  'devices.activations',
]

export const keysOf = (tab: StatisticsTab): readonly FigureKey[] =>
  tab === 'overview' ? overviewKeys : figureKeys.filter((key) => figures[key].tab === tab)

/** The figures whose trend a tab can display, for those of its figures that have one. */
export const trendsOf = (tab: StatisticsTab): readonly FigureKey[] =>
  tab === 'overview' ? [...new Set([...overviewKeys, ...overviewTrends])] : keysOf(tab)

type Pair = Readonly<{ of: TopOf; by: TopBy }>
const ofDevices: readonly Pair[] = [
  { of: 'models', by: 'devices' },
  { of: 'customers', by: 'devices' },
  { of: 'provinces', by: 'devices' },
]
const ofFaults: readonly Pair[] = [
  { of: 'customers', by: 'faults' },
  { of: 'codes', by: 'faults' },
  { of: 'models', by: 'faults' },
]
const ofRecipes: readonly Pair[] = [
  { of: 'recipes', by: 'cooked' },
  { of: 'recipes', by: 'downloads' },
  { of: 'recipes', by: 'favourites' },
]
/** The top lists of a tab; the first is shown until another is chosen. */
export const topListsOf: Readonly<Record<StatisticsTab, readonly Pair[]>> = {
  overview: [...ofFaults, ...ofDevices, ...ofRecipes],
  devices: ofDevices,
  users: [],
  recipes: ofRecipes,
  faults: ofFaults,
  searches: [],
  runs: [],
}

/** The divisions that the first look shows; a tab shows all of its own. */
export const overviewSplits: readonly string[] = [
  'devices.installed province',
  'devices.installed product',
  'faults.raised severity',
]
