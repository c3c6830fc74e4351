import type { FigureUnit } from '@brigade/contract/statistics/figure.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { formatNumber } from '../../platform/format.ts'

type UnitLook = Readonly<{ digits: number; word: Words }>
const none: Words = { en: '', zh: '' }

/** Decimals and the unit sign after the number. Counts need no sign: the figure's name is sufficient. */
const looks: Readonly<Record<FigureUnit, UnitLook>> = {
  devices: { digits: 0, word: none },
  users: { digits: 0, word: none },
  times: { digits: 0, word: none },
  recipes: { digits: 0, word: none },
  faults: { digits: 0, word: none },
  commands: { digits: 0, word: none },
  share: { digits: 1, word: { en: '%', zh: '%' } },
  perHundred: { digits: 2, word: none },
  hours: { digits: 1, word: { en: 'h', zh: '小时' } },
  minutes: { digits: 0, word: { en: 'min', zh: '分钟' } },
  kWh: { digits: 1, word: { en: 'kWh', zh: '千瓦时' } },
  litres: { digits: 0, word: { en: 'L', zh: '升' } },
  perSecond: { digits: 1, word: { en: '/s', zh: '条/秒' } },
}

export const digitsOf = (unit: FigureUnit): number => looks[unit].digits
export const unitWords = (unit: FigureUnit): Words => looks[unit].word
export const formatFigure = (value: number | null | undefined, unit: FigureUnit): string =>
  formatNumber(value, digitsOf(unit))
