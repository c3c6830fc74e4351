import type { Words } from '@brigade/contract/locale.ts'
import type { EnumOption } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import {
  clickActionWords,
  deviceKindWords,
  networkingModeWords,
  protocolWords,
} from '@brigade/contract/product/product.text.ts'

const optionsOf = (words: Readonly<Record<string, Words>>): EnumOption[] =>
  Object.entries(words).map(([value, name]) => ({ value, name }))

/** The enumerations of spec 7 that products use, in the order of their words. */
export const enumOptions = {
  productTypes: optionsOf(deviceKindWords),
  nodeTypes: optionsOf(nodeTypeWords),
  protocolTypes: optionsOf(protocolWords),
  networkingModes: optionsOf(networkingModeWords),
  clickActions: optionsOf(clickActionWords),
} as const
