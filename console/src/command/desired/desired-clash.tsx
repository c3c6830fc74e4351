import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { CallError } from '../../platform/call-error.ts'
import { emptyValue } from '../../platform/format.ts'
import { useLocale } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { EditClash } from '../../ui/form/edit-clash.tsx'
import { desiredOf } from '../../device/view/device-view.ts'
import { valueText } from '../../device/view/shown-value.ts'
import { movedDesires } from './desired-values.ts'

type Props = {
  model: ThingModel
  by: CallError
  before: Shadow
  now: Shadow
  mine: Readonly<Record<string, unknown>>
  onKeepMine: () => void
  /** Names the properties whose fields take the value that somebody else has set. */
  onTakeTheirs: (identifiers: readonly string[]) => void
}

/** Shows desired values that somebody else has set meanwhile beside one's own, so that nothing typed is lost. */
export function DesiredClash({ model, by, before, now, mine, onKeepMine, onTakeTheirs }: Props) {
  const locale = useLocale()
  const units = useUnits()
  const format = (identifier: string, value: unknown): string => {
    const property = findProperty(model, identifier)
    if (value === undefined) return emptyValue
    return property === undefined ? JSON.stringify(value) : valueText(property.dataType, value, { locale, units })
  }
  const nameOf = (identifier: string): string => findProperty(model, identifier)?.name[locale] ?? identifier
  const moved = movedDesires(before, now)
  const both = moved.filter((identifier) => Object.hasOwn(mine, identifier))
  return (
    <EditClash
      message={by.messageIn(locale)}
      clashes={both.map((identifier) => ({
        key: identifier,
        label: nameOf(identifier),
        mine: format(identifier, mine[identifier]),
        theirs: format(identifier, desiredOf(now, identifier)?.value),
      }))}
      taken={moved.filter((identifier) => !both.includes(identifier)).map(nameOf)}
      onKeepMine={onKeepMine}
      onTakeTheirs={() => onTakeTheirs(both)}
    />
  )
}
