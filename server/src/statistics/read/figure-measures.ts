import type { FigureKey } from '@brigade/contract/statistics/figures.ts'

/** Numbers of runs that a figure is made of. `part`: only of such parts, as `like` has it. */
export type Term = Readonly<{ measure: string; part?: string }>
/** `needs`: the number of devices that reported the counted value. If none did, 0 would claim that nothing was used. */
type Needing = Readonly<{ needs?: Term }>
/** `one`: as counted. `share`: the first by the second, times `scale`. `perDay`: by the stock of each day. `span`: of distinct people, medians. */
export type Making =
  | (Readonly<{ how: 'one'; of: Term }> & Needing)
  | (Readonly<{ how: 'share'; of: Term; by: readonly Term[]; scale: number }> & Needing)
  | Readonly<{ how: 'perDay'; of: Term; by: Term; scale: number }>
  | Readonly<{ how: 'span'; measure: string }>

const one = (measure: string, part?: string): Making => ({
  how: 'one',
  of: part === undefined ? { measure } : { measure, part },
})
/** `reported`: the devices with a known step. */
const counter = (measure: string): Making => ({
  how: 'one',
  of: { measure, part: '' },
  needs: { measure, part: 'reported' },
})
const ended = ['succeeded', 'failed', 'unknown', 'timed_out', 'late'] as const

/** Figures that runs take; the others are live alone. */
export const makings: Partial<Record<FigureKey, Making>> = {
  'devices.installed': one('devices'),
  'devices.online': one('online'),
  'devices.onlineShare': { how: 'share', of: { measure: 'online' }, by: [{ measure: 'devices' }], scale: 100 },
  'devices.cooking': one('cooking'),
  'devices.cookingShare': { how: 'share', of: { measure: 'cooking' }, by: [{ measure: 'online' }], scale: 100 },
  'devices.silent': one('silent'),
  'devices.activations': one('activations'),
  'devices.installations': one('installations'),
  'devices.availability': {
    how: 'share',
    of: { measure: 'coolerTime', part: 'online' },
    by: [{ measure: 'coolerTime', part: 'installed' }],
    scale: 100,
  },
  'devices.inUse': {
    how: 'share',
    of: { measure: 'inUse', part: 'hours' },
    by: [{ measure: 'inUse', part: 'ovens' }],
    scale: 1,
    needs: { measure: 'stateReported' },
  },
  'devices.energy': counter('energy'),
  'devices.water': counter('water'),
  'commands.created': one('commands'),
  'commands.success': {
    how: 'share',
    of: { measure: 'commands', part: 'succeeded' },
    by: ended.map((part) => ({ measure: 'commands', part })),
    scale: 100,
  },
  'users.total': one('users'),
  'users.new': one('newUsers'),
  'users.active': { how: 'span', measure: 'activeUsers' },
  'recipes.total': one('recipes'),
  'recipes.published': one('recipes', 'published|%'),
  'recipes.covered': one('covered'),
  'recipes.downloads': one('downloads'),
  'recipes.favourites': one('favourites'),
  'recipes.cooked': one('cooked'),
  'faults.raised': one('faults'),
  'faults.eliminated': one('faults', '%|eliminated|%'),
  'faults.active': one('faults', '%|active|%'),
  'faults.rate': { how: 'perDay', of: { measure: 'faults' }, by: { measure: 'devices' }, scale: 100 },
  'faults.open': one('faultsOpen'),
  'faults.toAcknowledge': { how: 'span', measure: 'toAcknowledge' },
  'faults.toAcknowledge90': { how: 'span', measure: 'toAcknowledge90' },
  'faults.toEliminate': { how: 'span', measure: 'toEliminate' },
  'faults.toEliminate90': { how: 'span', measure: 'toEliminate90' },
  'searches.times': one('searches'),
  'searches.nothing': one('searches', 'nothing'),
}

/** Measures of whole days, which have no value by hour. */
export const wholeDayMeasures: ReadonlySet<string> = new Set([
  'coolerTime',
  'inUse',
  'stateReported',
  'energy',
  'water',
])
/** These are counted once the history of the day is sealed. */
export const sealedMeasures: ReadonlySet<string> = new Set(['inUse', 'stateReported', 'energy', 'water'])
/** Stocks that a reconstructed day has. */
export const datedMeasures: ReadonlySet<string> = new Set(['devices', 'users', 'recipes', 'favourites'])
export const stockMeasureNames: ReadonlySet<string> = new Set([
  ...datedMeasures,
  'online',
  'cooking',
  'silent',
  'channel',
  'warranty',
  'firmware',
  'faultsOpen',
  'covered',
])

const ofMeasure = new Map<string, FigureKey>([
  ['devices', 'devices.installed'],
  ['online', 'devices.online'],
  ['activations', 'devices.activations'],
  ['installations', 'devices.installations'],
  ['coolerTime', 'devices.availability'],
  ['inUse', 'devices.inUse'],
  ['energy', 'devices.energy'],
  ['water', 'devices.water'],
  ['commands', 'commands.created'],
  ['newUsers', 'users.new'],
  ['searches', 'searches.times'],
  ['faults', 'faults.raised'],
  ['cooked', 'recipes.cooked'],
  ['downloads', 'recipes.downloads'],
])
/** The figure by which a measure is known to people. */
export const figureOfMeasure = (measure: string): FigureKey | undefined => ofMeasure.get(measure)
