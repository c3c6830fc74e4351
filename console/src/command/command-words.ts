import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty, findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { wordsIn } from '../platform/locale.ts'
import { valueText, type Reading } from '../device/view/shown-value.ts'
import { commandText } from './command.text.ts'

/** The service that resets a device to its factory state. Its confirmation points that out, and it is not repeated. */
export const resetService = 'FactoryReset'

/** The most property names in one line. */
const maxNamed = 3

/**
 * A command in one line: `SetTemp 190 °C, Light Off`, or the service with its parameters. The model's own names are
 * used where it has them.
 */
export function commandPhrase(
  model: ThingModel | null,
  command: Pick<CommandRow, 'kind' | 'identifier' | 'params'>,
  reading: Reading,
): string {
  const service = model === null || command.kind !== 'service' ? undefined : findService(model, command.identifier)
  if (command.kind === 'property.get') {
    const names = Object.keys(command.params)
    const { read, readMany } = wordsIn(commandText, reading.locale)
    return names.length > maxNamed ? readMany({ count: names.length }) : read({ names: names.join(', ') })
  }
  const parts = Object.entries(command.params).map(([identifier, value]) => {
    const of =
      command.kind === 'service'
        ? service?.inputData.find((one) => one.identifier === identifier)
        : model === null
          ? undefined
          : findProperty(model, identifier)
    return `${identifier} ${of === undefined ? JSON.stringify(value) : valueText(of.dataType, value, reading)}`
  })
  if (command.kind !== 'service') return parts.join(', ')
  const name = service?.name[reading.locale] ?? command.identifier
  return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`
}
