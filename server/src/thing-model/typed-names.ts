import type { TextKey } from '@brigade/contract/catalogue.ts'
import type { FunctionName } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isTypedName } from '@brigade/contract/thing-model/typed-name.ts'
import { refuse } from '../platform/refusal.ts'

type Named = Readonly<{ name: FunctionName }>

/** A name that a person typed is held to spec 5; one that came with an import stays as it is. */
export function requireTypedNames(definition: Named, was?: Named): void {
  const fields: Record<string, TextKey> = {}
  if (!isTypedName(definition.name, was?.name)) fields['definition.name.zh'] = 'thingModel.name'
  if (Object.keys(fields).length > 0) refuse('field.refused', undefined, { fields })
}
