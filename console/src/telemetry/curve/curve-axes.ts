import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'

/** A chart has an axis at either side. */
const maxAxes = 2

/**
 * Returns the key of a property's axis. Numbers of one unit share an axis, and so do states. A number without a unit
 * has its own axis, because a quality and a count are not comparable.
 */
function axisOf({ identifier, dataType }: Property): string {
  if (!isNumberType(dataType)) return 'state'
  const unit = dataType.unit ?? ''
  return unit === '' ? `number ${identifier}` : `unit ${unit}`
}

/** Properties that one chart shows, and at which side. */
type SharedChart = Readonly<{ sides: ReadonlyMap<string, 'left' | 'right'> }>

/** Properties over as many charts as keep each axis to one unit, in their order. */
export function chartsOf(properties: readonly Property[]): SharedChart[] {
  const axes = [...new Set(properties.map(axisOf))]
  const charts: SharedChart[] = []
  for (let first = 0; first < axes.length; first += maxAxes) {
    const own = axes.slice(first, first + maxAxes)
    const here = properties.filter((property) => own.includes(axisOf(property)))
    charts.push({
      sides: new Map(here.map((property) => [property.identifier, axisOf(property) === own[0] ? 'left' : 'right'])),
    })
  }
  return charts
}
