import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import type { HeadFigure } from '../../ui/page/head-card.tsx'
import { valueText, splitValue } from '../view/shown-value.ts'
import { detailText } from '../view/detail.text.ts'
import { deniedBy, numberOf, propertyOf, propertyText, valueOf, type DeviceView } from '../view/device-view.ts'

/** One figure of the head card: its name, its value, and its set point. */
type Figure = HeadFigure & { unit: string; note: string }

/** The four most important figures of a kind of device. */
export function useFigures(view: DeviceView): Figure[] {
  const w = useWords(detailText)
  const locale = useLocale()
  const units = useUnits()
  const reading = { locale, units }
  const figure = (key: string, label: string, note = ''): Figure => {
    const property = propertyOf(view, key)
    const { text, unit } =
      property === undefined ? { text: '-', unit: '' } : splitValue(property.dataType, valueOf(view, key), reading)
    const denier = deniedBy(view, key)
    return { key, label, value: text, unit, note: denier === undefined ? note : propertyText(view, denier, reading) }
  }
  /** A second value has no unit, because the first one shows it. */
  const bare = (key: string): string => {
    const property = propertyOf(view, key)
    const value = valueOf(view, key)
    return property === undefined || value === undefined ? '' : splitValue(property.dataType, value, reading).text
  }
  const withWord = (value: string, format: (p: { value: string }) => string): string =>
    value === '' ? '' : format({ value })

  /** Its speed is what is set: a fan that rests or is broken does not turn with it. */
  const fan = (): Figure => {
    const speed = figure('FanSpeed', w.fan, propertyText(view, 'FanReverse', reading).toLocaleLowerCase())
    if (numberOf(view, 'FanRunning') !== 0) return speed
    const set = withWord(propertyText(view, 'FanSpeed', reading), w.set)
    return { ...speed, value: propertyText(view, 'FanRunning', reading), unit: '', note: set }
  }

  if (propertyOf(view, 'ChamberTemp') !== undefined) {
    const core = figure(
      'CoreTemp',
      w.core,
      valueOf(view, 'CoreTarget') === 0 ? '' : withWord(bare('CoreTarget'), w.target),
    )
    return [
      figure('ChamberTemp', w.chamber, withWord(bare('SetTemp'), w.set)),
      core,
      figure('Humidity', w.humidity, withWord(bare('SetHumidity'), w.set)),
      fan(),
    ]
  }
  if (propertyOf(view, 'CabinetTemp') !== undefined) {
    const compressor = figure('Compressor', w.compressor, propertyText(view, 'PowerDraw', reading))
    return [
      figure('CabinetTemp', w.cabinet, withWord(bare('SetPoint'), w.set)),
      figure('EvaporatorTemp', w.evaporator, withWord(propertyText(view, 'FrostLevel', reading), w.frost)),
      figure('AmbientTemp', w.ambient),
      { ...compressor, value: propertyText(view, 'Compressor', reading) || '-' },
    ]
  }
  // A product of another making: the first four numbers it reports.
  return (view.model?.properties ?? [])
    .filter((property) => isNumberType(property.dataType) && valueOf(view, property.identifier) !== undefined)
    .slice(0, 4)
    .map((property) => figure(property.identifier, property.name[locale]))
}

/** The temperature on the drawn panel, whole degrees: `186°`. */
export function usePanelReading({ kind, ...view }: DeviceView): string {
  const units = useUnits()
  const locale = useLocale()
  const key = kind === 'oven' ? 'ChamberTemp' : 'CabinetTemp'
  const property = propertyOf(view, key)
  const value = valueOf(view, key)
  if (property === undefined || typeof value !== 'number' || !isNumberType(property.dataType)) return ''
  const shown = valueText({ ...property.dataType, step: kind === 'oven' ? 1 : 0.1, unit: '°C' }, value, {
    locale,
    units,
  })
  return shown.replace(/\s*°[CF]$/u, '°')
}
