import type { Locale, Words } from '../locale.ts'
import type { FigureMoved } from './figure.model.ts'
import { figures, type FigureKey } from './figures.ts'
import type { FigureValue } from './statistics.model.ts'

/** The sentences about devices that have left since, on the screen and in the export. */

type Sentence = Readonly<Record<Locale, (p: { value: string; left: string; isOne: boolean }) => string>>

const leftWords: Readonly<Record<NonNullable<FigureValue['moved']>['of'], Sentence>> = {
  rows: {
    en: ({ value, left }) =>
      `${value}, of which ${left} on devices that have left since: they count here, and lists do not show them any more.`,
    zh: ({ value, left }) => `共 ${value}，其中 ${left} 属于已转出、拆除或删除的设备：计入本指标，列表不再显示。`,
  },
  amount: {
    en: ({ value, left }) => `${value}, of which ${left} of devices that have left since.`,
    zh: ({ value, left }) => `共 ${value}，其中此后转出或删除的设备占 ${left}。`,
  },
  devices: {
    en: ({ left, isOne }) =>
      isOne
        ? 'One of the devices that it is counted over has left since.'
        : `${left} of the devices that it is counted over have left since.`,
    zh: ({ left }) => `统计范围内有 ${left} 台设备此后已转出或删除，仍计入当时的数值。`,
  },
  here: {
    en: ({ left, isOne }) =>
      isOne
        ? 'One device of that time has left since. How much of this is its part is not counted any more.'
        : `${left} devices of that time have left since. How much of this is their part is not counted.`,
    zh: ({ left }) => `当时所属的设备中有 ${left} 台此后已转出或删除，其所占部分未单独统计。`,
  },
}
const cameWords: Sentence = {
  en: ({ left, isOne }) =>
    isOne
      ? 'The list also shows 1 of a device that has come since.'
      : `The list also shows ${left} of devices that have come since.`,
  zh: ({ left }) => `列表另含 ${left} 条，属于之后转入的设备。`,
}

/** Why a figure with a past has no sentence about devices that have left. */
export const unsaidWords: Readonly<Partial<Record<FigureMoved, Words>>> = {
  people: {
    en: 'Counts people: whose device has left since is not known of a past day.',
    zh: '按用户统计，过去某日的用户中有多少人的设备此后已转出，无从得知。',
  },
  recipes: {
    en: 'Counts recipes, not devices: a device that leaves takes none along.',
    zh: '按菜谱统计，与设备无关，设备转出不影响该数值。',
  },
}

type Told = Readonly<Pick<FigureValue, 'value' | 'moved' | 'asOf'>>

/** `format`: formats a number of the figure in its unit. Returns an empty text if there is nothing to tell. */
export function movedText(
  key: FigureKey,
  { value, moved, asOf }: Told,
  locale: Locale,
  format: (value: number, isCount: boolean) => string,
): string {
  if (asOf === null) return ''
  if (moved === null) return unsaidWords[figures[key].moved]?.[locale] ?? ''
  const said = (words: Sentence, many: number, isCount: boolean) =>
    many === 0
      ? ''
      : words[locale]({ value: format(value ?? 0, false), left: format(many, isCount), isOne: isCount && many === 1 })
  return [said(leftWords[moved.of], moved.left, moved.of !== 'amount'), said(cameWords, moved.came, true)]
    .filter(Boolean)
    .join(locale === 'zh' ? '' : ' ')
}
